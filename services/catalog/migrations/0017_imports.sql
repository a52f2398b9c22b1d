-- Files that another process sends to be imported, kept until they are: calls may reach any replica (kit::imports).

CREATE TABLE imports (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT imports_pkey PRIMARY KEY,
    state text COLLATE "C" NOT NULL,
    -- What it was begun with.
    request jsonb NOT NULL,
    -- When something was last received, or the replica that loads it last said so.
    touched_at timestamptz NOT NULL DEFAULT now(),
    bytes bigint NOT NULL DEFAULT 0,
    -- Once it has ended.
    report jsonb,
    CONSTRAINT imports_state_check CHECK (state IN ('receiving', 'loading', 'ended')),
    CONSTRAINT imports_report_check CHECK ((state = 'ended') = (report IS NOT NULL))
);

CREATE TABLE import_parts (
    import_id bigint NOT NULL CONSTRAINT import_parts_import_id_fkey REFERENCES imports ON DELETE CASCADE,
    file text COLLATE "C" NOT NULL,
    place integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT import_parts_pkey PRIMARY KEY (import_id, file, place)
);
