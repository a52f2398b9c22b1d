-- What the licences of removed records allowed: their history in record_changes is restricted as they were.
CREATE TABLE removed_records (
    resource text NOT NULL,
    slug text COLLATE "C" NOT NULL,
    record_id bigint NOT NULL,
    visible_to text NOT NULL
        CONSTRAINT removed_records_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    is_redistributable boolean NOT NULL,
    CONSTRAINT removed_records_pkey PRIMARY KEY (resource, slug, record_id)
);
