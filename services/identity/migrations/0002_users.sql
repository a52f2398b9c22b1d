CREATE TABLE organizations (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    domain text,
    scope text NOT NULL CONSTRAINT organizations_scope_known CHECK (scope IN ('personal', 'team')),
    created_at timestamptz NOT NULL,
    CONSTRAINT organizations_personal_without_domain CHECK (scope = 'team' OR domain IS NULL)
);

CREATE TABLE plans (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL
        CONSTRAINT plans_organization_id_key UNIQUE REFERENCES organizations ON DELETE CASCADE,
    type text NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE users (
    id uuid PRIMARY KEY,
    email text NOT NULL CONSTRAINT users_email_key UNIQUE,
    email_verified_at timestamptz,
    name text,
    image text,
    role text NOT NULL CONSTRAINT users_role_known CHECK (role IN ('CUSTOMER', 'ADMIN')),
    features text[] NOT NULL,
    organization_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE INDEX users_administrators ON users (id) WHERE role = 'ADMIN';

CREATE TABLE memberships (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    role text NOT NULL CONSTRAINT memberships_role_known CHECK (role IN ('owner', 'member')),
    created_at timestamptz NOT NULL,
    CONSTRAINT memberships_user_organization_key UNIQUE (user_id, organization_id)
);

CREATE INDEX memberships_organization_id ON memberships (organization_id);

-- The active organization is always one that the user is a member of.
ALTER TABLE users ADD CONSTRAINT users_active_membership
    FOREIGN KEY (id, organization_id) REFERENCES memberships (user_id, organization_id)
    DEFERRABLE INITIALLY DEFERRED;

-- An account at an OpenID provider that signs a user in.
CREATE TABLE accounts (
    provider text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    CONSTRAINT accounts_pkey PRIMARY KEY (provider, subject)
);

CREATE INDEX accounts_user_id ON accounts (user_id);
