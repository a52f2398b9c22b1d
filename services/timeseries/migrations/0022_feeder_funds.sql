-- The master fund of a feeder fund, in whose total the feeder does not count again. Empty until the catalog announces the
-- asset again.
ALTER TABLE subjects ADD COLUMN master_slug text COLLATE "C";
