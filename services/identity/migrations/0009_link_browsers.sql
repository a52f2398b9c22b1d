-- The browser that requested the link: the hash of a random value in its cookie. A link that no browser requested, such
-- as that of the first administrator, has none. The column fits both versions of the service.
ALTER TABLE email_tokens ADD COLUMN browser_hash bytea;
