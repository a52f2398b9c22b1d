-- Which loads each series has values of: finding them in the observations would read every number of it.

CREATE TABLE series_loads (
    series_id bigint NOT NULL,
    load_id bigint NOT NULL CONSTRAINT series_loads_load_id_fkey REFERENCES loads,
    -- When the first of these values became known.
    known_at timestamptz NOT NULL,
    CONSTRAINT series_loads_pkey PRIMARY KEY (series_id, load_id)
);

INSERT INTO series_loads (series_id, load_id, known_at)
SELECT series_id, load_id, min(known_at) FROM observations GROUP BY series_id, load_id;
