-- When the organization returns to the free plan, and how often the plan has changed.
ALTER TABLE plans
    ADD COLUMN ends_at timestamptz,
    ADD COLUMN version bigint NOT NULL DEFAULT 1;

CREATE INDEX plans_ends_at ON plans (ends_at) WHERE ends_at IS NOT NULL;
