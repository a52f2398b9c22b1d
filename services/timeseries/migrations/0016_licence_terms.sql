-- Who may see values and whether they may be part of files, as the manifest of their file says. A series has the strictest
-- rule of its loads.
ALTER TABLE loads ADD COLUMN visible_to text COLLATE "C" NOT NULL DEFAULT 'everybody';
ALTER TABLE loads ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;
ALTER TABLE loads ADD CONSTRAINT loads_visible_to_check
    CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody'));
ALTER TABLE series ADD COLUMN visible_to text COLLATE "C" NOT NULL DEFAULT 'everybody';
ALTER TABLE series ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;
ALTER TABLE series ADD CONSTRAINT series_visible_to_check
    CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody'));
-- Few values are restricted: what may be published is found without reading the rest.
CREATE INDEX loads_restricted ON loads (id) WHERE visible_to <> 'everybody' OR NOT is_redistributable;
CREATE INDEX series_restricted ON series (id) WHERE visible_to <> 'everybody' OR NOT is_redistributable;
