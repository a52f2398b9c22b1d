-- What the catalog has removed keeps its numbers, and counts nowhere until the catalog has it again.
ALTER TABLE subjects ADD COLUMN deleted_at timestamptz;
-- Its number in the catalog, by which a removal is known from that of an earlier record of the same slug. Empty until
-- the catalog tells of the subject again.
ALTER TABLE subjects ADD COLUMN catalog_id bigint;
-- How many subjects were left out of the files that a manifest names.
ALTER TABLE dataset_manifests ADD COLUMN deleted_count bigint NOT NULL DEFAULT 0;
