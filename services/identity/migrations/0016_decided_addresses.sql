-- The digest of the address of an erased user whose role had been decided: ADMIN_EMAILS, which counts once, makes nobody with
-- this address an administrator again.
ALTER TABLE erased_users ADD COLUMN decided_address bytea;

CREATE INDEX erased_users_decided_address ON erased_users (decided_address) WHERE decided_address IS NOT NULL;
