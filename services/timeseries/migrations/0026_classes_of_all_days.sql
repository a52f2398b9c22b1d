-- A class without a day is that of all days.
ALTER TABLE class_changes ALTER COLUMN valid_from DROP NOT NULL;
