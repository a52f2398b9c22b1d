-- The network on which a network settles, by which values are grouped. Empty until the catalog announces the network again.
ALTER TABLE subjects ADD COLUMN parent_slug text COLLATE "C";
