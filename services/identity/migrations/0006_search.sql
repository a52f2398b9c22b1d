-- Administrators search for words anywhere in an address or a name: an index of groups of three letters finds them.
-- Few users come at a time: what they add is sorted in at once, so that no search goes through a list of it.
-- The extension is trusted: the owner of the database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX users_email_words ON users USING gin (email gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX users_name_words ON users USING gin (name gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX organizations_name_words ON organizations USING gin (name gin_trgm_ops) WITH (fastupdate = off);
