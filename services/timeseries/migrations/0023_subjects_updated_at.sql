-- When the catalog last changed a subject, in milliseconds since 1970; 0 if it has not named the subject yet.
ALTER TABLE subjects RENAME COLUMN told_at TO updated_at;
