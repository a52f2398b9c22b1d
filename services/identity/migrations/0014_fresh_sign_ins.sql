-- When the user of a session last proved who they are; none where a provider did not name the time. Sessions from before
-- need another sign-in for changes that require a fresh one.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;

-- Who may answer a challenge, as a hash: the session that adds a passkey, or the browser that signs in.
ALTER TABLE passkey_challenges ADD COLUMN holder_hash bytea;
