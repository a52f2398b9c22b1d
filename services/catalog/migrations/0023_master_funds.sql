-- The master fund in which a feeder fund invests its assets.
ALTER TABLE assets ADD COLUMN master_id bigint
    CONSTRAINT assets_master_fkey REFERENCES assets (id),
    ADD CONSTRAINT assets_master_check CHECK (master_id <> id);
CREATE INDEX assets_master ON assets (master_id);
