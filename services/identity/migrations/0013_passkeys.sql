-- Passkeys: what WebAuthn stores of each, as the library encodes it. No private key is here.
CREATE TABLE passkeys (
    id uuid PRIMARY KEY,
    credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    name text NOT NULL,
    static_state bytea NOT NULL,
    dynamic_state bytea NOT NULL,
    transports smallint NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
);

CREATE INDEX passkeys_user_id ON passkeys (user_id);

-- Challenges that were sent to browsers, each for one answer: to add a passkey for a user, or to sign in.
CREATE TABLE passkey_challenges (
    challenge bytea PRIMARY KEY,
    user_id uuid REFERENCES users ON DELETE CASCADE,
    state bytea NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX passkey_challenges_user_id ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);

-- Whether a sign-in by mail or through a provider requires a passkey, too.
ALTER TABLE users ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

-- Codes for users who lost their passkeys: as HMAC only, and each works once.
CREATE TABLE recovery_codes (
    code_hash text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE
);

CREATE INDEX recovery_codes_user_id ON recovery_codes (user_id);

-- Sign-ins whose first factor was accepted: the session begins with the second.
CREATE TABLE pending_sign_ins (
    token_hash bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    method text NOT NULL,
    attempts smallint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

CREATE INDEX pending_sign_ins_user_id ON pending_sign_ins (user_id);
CREATE INDEX pending_sign_ins_expires_at ON pending_sign_ins (expires_at);

-- Whether a passkey or a recovery code was part of the sign-in.
ALTER TABLE sessions ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

-- An older version of the service writes none of the new methods and reads them as unknown.
ALTER TABLE sessions DROP CONSTRAINT sessions_method_known;
ALTER TABLE sessions
    ADD CONSTRAINT sessions_method_known CHECK (method IN ('email', 'oidc', 'passkey'));
