-- What is told of subjects is published too, and says where it was taken from. Empty until the catalog tells of them again.
ALTER TABLE subjects ADD COLUMN source text;
ALTER TABLE subjects ADD COLUMN licence text;
