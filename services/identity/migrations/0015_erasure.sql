-- Users who requested the erasure of their account, and when it is due.
CREATE TABLE erasures (
    user_id uuid CONSTRAINT erasures_pkey PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    requested_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL
);

CREATE INDEX erasures_due_at ON erasures (due_at);

-- All that is left of an erased user: an id, so that no copy of the user comes back.
CREATE TABLE erased_users (
    user_id uuid CONSTRAINT erased_users_pkey PRIMARY KEY,
    erased_at timestamptz NOT NULL
);

CREATE FUNCTION refuse_erased_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM erased_users WHERE user_id = NEW.id) THEN
        RAISE EXCEPTION 'user % was erased', NEW.id;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER users_stay_erased BEFORE INSERT ON users
    FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();

-- Audit entries stay, and an erasure alone, which announces itself, may replace what they say of a person.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    personal text[] := ARRAY['actor_id', 'actor_email', 'user_id', 'user_email', 'organization_name', 'changes', 'note'];
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('identity.erases_user', true) = 'on'
        AND to_jsonb(OLD) - personal = to_jsonb(NEW) - personal THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME;
END
$$;

DROP TRIGGER audit_entries_stay ON audit_entries;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE INDEX audit_entries_actor_id ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;

-- Exports of everything about a person; its files are kept for a day.
CREATE TABLE exports (
    id uuid CONSTRAINT exports_pkey PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    state text NOT NULL
        CONSTRAINT exports_state_known CHECK (state IN ('running', 'ready', 'failed', 'cancelled')),
    sections_done integer NOT NULL DEFAULT 0,
    section_count integer NOT NULL,
    requested_at timestamptz NOT NULL,
    -- When the job reported last: one that is silent has died with its process.
    touched_at timestamptz NOT NULL,
    expires_at timestamptz,
    json_file bytea CONSTRAINT exports_json_file_size CHECK (octet_length(json_file) <= 16777216),
    -- A ZIP archive.
    csv_file bytea CONSTRAINT exports_csv_file_size CHECK (octet_length(csv_file) <= 16777216),
    CONSTRAINT exports_ready_has_files CHECK (
        (state = 'ready') = (json_file IS NOT NULL AND csv_file IS NOT NULL AND expires_at IS NOT NULL)
    )
);

-- Files are read in parts, which a compressed value would have to be unpacked for.
ALTER TABLE exports
    ALTER COLUMN json_file SET STORAGE EXTERNAL,
    ALTER COLUMN csv_file SET STORAGE EXTERNAL;

CREATE UNIQUE INDEX exports_running ON exports (user_id) WHERE state = 'running';
CREATE INDEX exports_user_id ON exports (user_id, requested_at);
CREATE INDEX exports_requested_at ON exports (requested_at);
