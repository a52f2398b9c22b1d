-- A domain opens one team at most: whoever has a verified address of it may join.
CREATE UNIQUE INDEX organizations_domain_key ON organizations (domain) WHERE domain IS NOT NULL;

-- An answered or revoked invitation is gone. Its token is kept as a keyed hash only.
CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    email text NOT NULL,
    role text NOT NULL CONSTRAINT invitations_role_known CHECK (role IN ('owner', 'member')),
    token_hash bytea NOT NULL CONSTRAINT invitations_token_hash_key UNIQUE,
    invited_by uuid REFERENCES users ON DELETE SET NULL,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT invitations_organization_email_key UNIQUE (organization_id, email)
);

CREATE INDEX invitations_email ON invitations (email);
CREATE INDEX invitations_expires_at ON invitations (expires_at);
CREATE INDEX invitations_invited_by ON invitations (invited_by);

-- Whom an owner removed does not come back by the domain, only by an invitation.
CREATE TABLE removed_members (
    organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    removed_at timestamptz NOT NULL,
    CONSTRAINT removed_members_pkey PRIMARY KEY (organization_id, user_id)
);

CREATE INDEX removed_members_user_id ON removed_members (user_id);
