-- What is measured, of whom, and the lines of numbers that there are.

CREATE TABLE measures (
    slug text COLLATE "C" CONSTRAINT measures_pkey PRIMARY KEY,
    id bigint NOT NULL,
    name text NOT NULL,
    unit text NOT NULL,
    kind text NOT NULL,
    aggregation text NOT NULL,
    definition text NOT NULL,
    method_version text NOT NULL,
    may_be_negative boolean NOT NULL,
    CONSTRAINT measures_id_key UNIQUE (id),
    CONSTRAINT measures_unit_check CHECK (unit IN ('usd', 'token', 'count', 'ratio', 'days', 'index', 'per_euro')),
    CONSTRAINT measures_kind_check CHECK (kind IN ('stock', 'flow', 'distinct')),
    CONSTRAINT measures_aggregation_check
        CHECK (aggregation IN ('sum', 'last', 'weighted_average', 'not_additive', 'none'))
);

-- Whom numbers are about. A record of the catalog is known by its slug; what the catalog says of it arrives by event.
CREATE TABLE subjects (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT subjects_pkey PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    slug text COLLATE "C" NOT NULL,
    name text NOT NULL,
    is_sample boolean NOT NULL DEFAULT false,
    asset_slug text COLLATE "C",
    network_slug text COLLATE "C",
    platform_slug text COLLATE "C",
    issuer_slug text COLLATE "C",
    manager_slug text COLLATE "C",
    asset_class_slug text COLLATE "C",
    country_code text COLLATE "C",
    tokenization_type text COLLATE "C",
    -- When the catalog said so, in milliseconds since 1970, and how often it has said something new.
    told_at bigint NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT subjects_kind_slug_key UNIQUE (kind, slug),
    CONSTRAINT subjects_kind_check
        CHECK (kind IN ('asset', 'token', 'network', 'platform', 'pool', 'loan', 'benchmark')),
    CONSTRAINT subjects_slug_check CHECK (length(slug) BETWEEN 1 AND 200),
    CONSTRAINT subjects_name_check CHECK (length(name) BETWEEN 1 AND 300)
);

CREATE TABLE series (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT series_pkey PRIMARY KEY,
    subject_id bigint NOT NULL CONSTRAINT series_subject_id_fkey REFERENCES subjects,
    -- Empty where the numbers are not of one network.
    network_slug text COLLATE "C" NOT NULL DEFAULT '',
    measure_slug text COLLATE "C" NOT NULL CONSTRAINT series_measure_slug_fkey REFERENCES measures,
    source text COLLATE "C" NOT NULL,
    -- For how many days the last value stands where none follows.
    carry_days integer NOT NULL,
    CONSTRAINT series_subject_measure_key UNIQUE (subject_id, network_slug, measure_slug, source),
    CONSTRAINT series_carry_days_check CHECK (carry_days BETWEEN 0 AND 400)
);
CREATE INDEX series_measure ON series (measure_slug, id);
