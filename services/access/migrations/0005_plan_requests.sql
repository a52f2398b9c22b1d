-- Requests for other plans.
CREATE TABLE plan_requests (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    -- The owner who asked. Their requests are deleted when they are erased.
    user_id uuid NOT NULL,
    plan text COLLATE "C" NOT NULL,
    message text NOT NULL,
    requested_at timestamptz NOT NULL,
    -- The end of a request that nobody answers.
    closes_at timestamptz NOT NULL,
    -- When the plan changed.
    closed_at timestamptz,
    CONSTRAINT plan_requests_window CHECK (requested_at < closes_at)
);

CREATE INDEX plan_requests_organization_id ON plan_requests (organization_id, requested_at);
CREATE INDEX plan_requests_user_id ON plan_requests (user_id, requested_at);

-- The mails about keys and those about plans wait in one table.
ALTER TABLE api_key_notices RENAME TO notices;
ALTER INDEX api_key_notices_next_attempt_at RENAME TO notices_next_attempt_at;
ALTER TABLE notices RENAME CONSTRAINT api_key_notices_pkey TO notices_pkey;
ALTER TABLE notices RENAME CONSTRAINT api_key_notices_key_fkey TO notices_key_fkey;
ALTER TABLE notices DROP CONSTRAINT api_key_notices_kind_known;
ALTER TABLE notices
    ALTER COLUMN key_id DROP NOT NULL,
    ADD COLUMN plan_request_id uuid CONSTRAINT notices_plan_request_fkey REFERENCES plan_requests ON DELETE CASCADE,
    ADD CONSTRAINT notices_kind_known CHECK (
        CASE WHEN plan_request_id IS NULL
             THEN key_id IS NOT NULL AND kind IN ('unused', 'disabled', 'expiring', 'leaked')
             ELSE key_id IS NULL AND kind IN ('plan_requested', 'plan_request_received') END
    );
