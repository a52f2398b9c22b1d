-- When fictional numbers are removed, their loads go, and what is said of them.

ALTER TABLE series_loads DROP CONSTRAINT series_loads_load_id_fkey;
ALTER TABLE series_loads ADD CONSTRAINT series_loads_load_id_fkey
    FOREIGN KEY (load_id) REFERENCES loads ON DELETE CASCADE;
CREATE INDEX series_loads_load ON series_loads (load_id);
