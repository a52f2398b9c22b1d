-- What the catalog said of the ranks of sources: a row for each change, so that earlier states are answered with the ranks of
-- their time.
CREATE TABLE source_ranks (
    slug text COLLATE "C" NOT NULL,
    -- When the catalog said so.
    known_at timestamptz NOT NULL,
    source text COLLATE "C" NOT NULL,
    -- Empty if the rank is for all measures.
    measure_slug text COLLATE "C",
    valid_from date NOT NULL,
    valid_until date,
    -- Empty if the rank was removed.
    rank integer,
    CONSTRAINT source_ranks_pkey PRIMARY KEY (slug, known_at)
);
