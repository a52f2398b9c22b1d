-- Files for whoever takes everything: written beside what they are made of, so that every replica serves the same bytes.

CREATE TABLE dataset_files (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT dataset_files_pkey PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    made_at timestamptz NOT NULL,
    -- Set once the file is whole.
    sha256 text COLLATE "C",
    bytes bigint NOT NULL DEFAULT 0,
    rows bigint NOT NULL DEFAULT 0
);
CREATE INDEX dataset_files_sha256 ON dataset_files (sha256);

-- All parts of a file but the last one are of one size.
CREATE TABLE dataset_parts (
    file_id bigint NOT NULL CONSTRAINT dataset_parts_file_id_fkey REFERENCES dataset_files ON DELETE CASCADE,
    place integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT dataset_parts_pkey PRIMARY KEY (file_id, place)
);
-- They are packed already.
ALTER TABLE dataset_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE dataset_manifests (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT dataset_manifests_pkey PRIMARY KEY,
    -- The last load that is part of it.
    load_id bigint NOT NULL,
    -- Of fictional numbers that are removed the loads go too.
    load_count bigint NOT NULL,
    made_at timestamptz NOT NULL,
    manifest text NOT NULL,
    signature bytea NOT NULL,
    public_key bytea NOT NULL,
    file_ids bigint[] NOT NULL
);

-- Signs where no key is set.
CREATE TABLE dataset_key (
    is_only boolean CONSTRAINT dataset_key_pkey PRIMARY KEY DEFAULT true,
    seed bytea NOT NULL,
    CONSTRAINT dataset_key_is_only_check CHECK (is_only),
    CONSTRAINT dataset_key_seed_check CHECK (length(seed) = 32)
);
