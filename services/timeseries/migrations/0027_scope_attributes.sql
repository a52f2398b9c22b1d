-- The ids by which scopes select a subject, and the slugs of its networks. Empty until the catalog announces the subject
-- again: until then it is hidden from scopes that select by more than measures.
ALTER TABLE subjects ADD COLUMN scope_attributes jsonb;
