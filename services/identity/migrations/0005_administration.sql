-- Whoever is deactivated keeps everything and cannot sign in.
ALTER TABLE users ADD COLUMN deactivated_at timestamptz;

-- What administrators changed, for good: about a user, an organization, or a user in one. Names are kept as they
-- were, for what they belong to may be gone by the time somebody reads.
CREATE TABLE audit_entries (
    id uuid PRIMARY KEY,
    made_at timestamptz NOT NULL,
    -- None is the installation itself: its settings, or its first link.
    actor_id uuid,
    actor_email text,
    action text NOT NULL,
    user_id uuid,
    user_email text,
    organization_id uuid,
    organization_name text,
    -- [{"field": "role", "before": ["CUSTOMER"], "after": ["ADMIN"]}]
    changes jsonb NOT NULL,
    note text,
    trace_id text,
    CONSTRAINT audit_entries_about_somebody CHECK (user_id IS NOT NULL OR organization_id IS NOT NULL)
);

CREATE INDEX audit_entries_made_at ON audit_entries (made_at, id);
CREATE INDEX audit_entries_user_id ON audit_entries (user_id, made_at, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_organization_id ON audit_entries (organization_id, made_at, id)
    WHERE organization_id IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_stay_whole BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The orders that lists of administrators are read in.
CREATE INDEX users_created_at ON users (created_at, id);
CREATE INDEX users_email_order ON users ((lower(email)) COLLATE "C", id);
CREATE INDEX organizations_created_at ON organizations (created_at, id);
CREATE INDEX organizations_name_order ON organizations ((lower(name)) COLLATE "C", id);
