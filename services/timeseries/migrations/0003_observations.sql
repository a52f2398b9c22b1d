-- The numbers: one row for each thing that became known, never changed afterwards. Observations refer to series and loads
-- without foreign keys: checked one by one, they would take longer than the load itself.

CREATE TABLE loads (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT loads_pkey PRIMARY KEY,
    file text COLLATE "C" NOT NULL,
    source text NOT NULL,
    licence text NOT NULL,
    attribution text,
    retrieved_on date NOT NULL,
    -- SHA-256 of the file and of what was said about it.
    hash text COLLATE "C" NOT NULL,
    method_version text NOT NULL,
    -- What was done to the values, in words.
    transformation text,
    is_sample boolean NOT NULL,
    -- When the values count as known that do not say it themselves.
    known_at timestamptz NOT NULL,
    accepted bigint NOT NULL,
    withheld bigint NOT NULL,
    -- Why, and how often.
    withheld_reasons text[] NOT NULL,
    withheld_counts bigint[] NOT NULL,
    restated bigint NOT NULL,
    unchanged bigint NOT NULL,
    series_count bigint NOT NULL,
    first_date date,
    last_date date
);
CREATE INDEX loads_file ON loads (file, id);
CREATE INDEX loads_known_at ON loads (known_at);

CREATE TABLE observations (
    series_id bigint NOT NULL,
    load_id bigint NOT NULL,
    known_at timestamptz NOT NULL,
    -- Null: what was known before does not hold any more, and nothing else is known.
    value double precision,
    date date NOT NULL,
    -- Why the value is withheld.
    reason text COLLATE "C",
    CONSTRAINT observations_pkey PRIMARY KEY (series_id, date, known_at),
    CONSTRAINT observations_value_check CHECK (value > '-Infinity' AND value < 'Infinity')
);
CREATE INDEX observations_load ON observations (load_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what became known is never changed: insert what is known now';
END $$;

CREATE TRIGGER observations_append_only BEFORE UPDATE ON observations
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Values that replaced others, so that what changed can be asked without reading every number.
CREATE TABLE restatements (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT restatements_pkey PRIMARY KEY,
    series_id bigint NOT NULL CONSTRAINT restatements_series_id_fkey REFERENCES series,
    load_id bigint NOT NULL CONSTRAINT restatements_load_id_fkey REFERENCES loads,
    date date NOT NULL,
    known_at timestamptz NOT NULL,
    value double precision,
    reason text COLLATE "C",
    earlier_value double precision,
    earlier_reason text COLLATE "C",
    earlier_known_at timestamptz NOT NULL
);
CREATE INDEX restatements_known_at ON restatements (known_at, id);
CREATE INDEX restatements_series ON restatements (series_id, date, id);
