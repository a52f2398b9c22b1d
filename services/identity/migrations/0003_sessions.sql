-- Tokens are kept as SHA-256 only: whoever reads this table can sign in as nobody.
CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    token_hash bytea NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    method text NOT NULL CONSTRAINT sessions_method_known CHECK (method IN ('email', 'oidc')),
    user_agent text NOT NULL,
    network text NOT NULL,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE email_tokens (
    token_hash bytea PRIMARY KEY,
    email text NOT NULL,
    grants_admin boolean NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX email_tokens_expires_at ON email_tokens (expires_at);
