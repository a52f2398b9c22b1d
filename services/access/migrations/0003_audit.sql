-- What was changed and what was refused, for good. Each entry has the hash of itself and of the entry before it, so that a change
-- of any entry is found; persons are in a table of their own, of which the entry has digests with a random salt.
CREATE TABLE audit_entries (
    day date NOT NULL,
    -- The place in the day, from 1.
    number bigint NOT NULL CONSTRAINT audit_entries_number_positive CHECK (number > 0),
    id uuid NOT NULL CONSTRAINT audit_entries_id_key UNIQUE,
    made_at timestamptz NOT NULL,
    action text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    record_id uuid,
    record_version integer,
    organization_id uuid,
    -- [{"field": "status", "before": ["active"], "after": ["archived"]}]
    changes jsonb NOT NULL,
    refusal text COLLATE "C",
    trace_id text COLLATE "C",
    -- SHA-256 of a salt and the id of the actor; none is the installation itself.
    actor_digest bytea,
    -- SHA-256 of a salt, the id of the user whose role it is, and the reason.
    subject_digest bytea,
    hash bytea NOT NULL,
    CONSTRAINT audit_entries_pkey PRIMARY KEY (day, number)
);

CREATE INDEX audit_entries_made_at ON audit_entries (made_at, id);
CREATE INDEX audit_entries_record_id ON audit_entries (record_id, made_at, id) WHERE record_id IS NOT NULL;

-- An erasure replaces the persons and removes the salts: the digests stay, and lead to nobody.
CREATE TABLE audit_persons (
    entry_id uuid PRIMARY KEY REFERENCES audit_entries (id) ON DELETE RESTRICT,
    actor_id uuid,
    actor_salt bytea,
    user_id uuid,
    reason text COLLATE "C",
    subject_salt bytea
);

CREATE INDEX audit_persons_actor_id ON audit_persons (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_persons_user_id ON audit_persons (user_id) WHERE user_id IS NOT NULL;

-- The last entry of each day: without it, entries at the end of a day could be removed unnoticed.
CREATE TABLE audit_days (
    day date PRIMARY KEY,
    entries bigint NOT NULL,
    hash bytea NOT NULL
);

-- The random ids that stand for erased users in entries.
CREATE TABLE audit_pseudonyms (
    pseudonym uuid PRIMARY KEY
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_stay_whole BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The logins of the service may read and add rows only (kit, deploy/postgres/rights.sql).
COMMENT ON TABLE audit_entries IS 'append-only';
