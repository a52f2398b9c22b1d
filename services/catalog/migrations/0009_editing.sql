-- What administrators entered, changed and removed. A record may be gone: nothing refers to it.
CREATE TABLE record_changes (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT record_changes_pkey PRIMARY KEY,
    resource text NOT NULL,
    record_id bigint NOT NULL,
    slug text COLLATE "C" NOT NULL,
    action text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL,
    -- The record by the columns of files.
    before jsonb,
    after jsonb,
    CONSTRAINT record_changes_action_check CHECK (
        (action = 'created' AND before IS NULL AND after IS NOT NULL)
        OR (action = 'updated' AND before IS NOT NULL AND after IS NOT NULL)
        OR (action = 'removed' AND before IS NOT NULL AND after IS NULL)
    )
);

CREATE INDEX record_changes_record ON record_changes (resource, slug, id);

-- Pages of their own have these addresses.
ALTER TABLE assets ADD CONSTRAINT assets_slug_page_check CHECK (slug NOT IN ('aggregates', 'timeseries'));
