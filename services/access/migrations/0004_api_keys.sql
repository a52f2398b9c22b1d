-- Keys with which programs call the API. The text of a key is stored nowhere.
CREATE TABLE api_keys (
    -- A part of the text of the key.
    id text COLLATE "C" PRIMARY KEY CONSTRAINT api_keys_id_format CHECK (id ~ '^[0-9A-Za-z]{8}$'),
    -- The record of audit entries.
    record_id uuid NOT NULL CONSTRAINT api_keys_record_id_key UNIQUE,
    version integer NOT NULL DEFAULT 1 CONSTRAINT api_keys_version_positive CHECK (version > 0),
    -- HMAC-SHA-256 of the whole text.
    mac bytea NOT NULL CONSTRAINT api_keys_mac_length CHECK (octet_length(mac) = 32),
    -- The line of API_KEY_PEPPERS with which it was made: the first eight hexadecimal digits of its SHA-256.
    pepper text COLLATE "C" NOT NULL CONSTRAINT api_keys_pepper_format CHECK (pepper ~ '^[0-9a-f]{8}$'),
    -- Empty after the erasure of the user.
    name text COLLATE "C" NOT NULL,
    is_test boolean NOT NULL,
    -- None is a key of the organization.
    user_id uuid,
    organization_id uuid NOT NULL,
    -- In the JSON form of access_keys.proto.
    scopes jsonb NOT NULL,
    ip_cidrs text[] COLLATE "C" NOT NULL,
    last_four text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    created_by uuid,
    updated_at timestamptz NOT NULL,
    -- None is the installation itself.
    updated_by uuid,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    -- The last use, or the time at which the key was created or enabled.
    unused_since timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL
        CONSTRAINT api_keys_status_known CHECK (status IN ('active', 'disabled', 'revoked')),
    revoked_at timestamptz,
    revocation_reason text COLLATE "C",
    successor_id text COLLATE "C" CONSTRAINT api_keys_successor_fkey REFERENCES api_keys ON DELETE RESTRICT,
    -- When the owner was told that the key is not used, and that it expires.
    unused_notice_at timestamptz,
    expiry_notice_at timestamptz,
    CONSTRAINT api_keys_revocation CHECK (
        (status = 'revoked') = (revoked_at IS NOT NULL)
        AND (revoked_at IS NULL) = (revocation_reason IS NULL)
    )
);

CREATE INDEX api_keys_user_id ON api_keys (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX api_keys_organization_id ON api_keys (organization_id);
CREATE INDEX api_keys_unused_since ON api_keys (unused_since) WHERE status = 'active';
CREATE INDEX api_keys_expires_at ON api_keys (expires_at) WHERE status = 'active';

-- The calls of a key on a day in UTC.
CREATE TABLE api_key_use (
    key_id text COLLATE "C" NOT NULL CONSTRAINT api_key_use_key_fkey REFERENCES api_keys ON DELETE CASCADE,
    day date NOT NULL,
    calls bigint NOT NULL,
    refused bigint NOT NULL,
    CONSTRAINT api_key_use_pkey PRIMARY KEY (key_id, day),
    CONSTRAINT api_key_use_refused_are_calls CHECK (0 <= refused AND refused <= calls)
);

CREATE INDEX api_key_use_day ON api_key_use (day);

-- Mails about keys that are still to be sent.
CREATE TABLE api_key_notices (
    id uuid PRIMARY KEY,
    key_id text COLLATE "C" NOT NULL CONSTRAINT api_key_notices_key_fkey REFERENCES api_keys ON DELETE CASCADE,
    kind text COLLATE "C" NOT NULL
        CONSTRAINT api_key_notices_kind_known CHECK (kind IN ('unused', 'disabled', 'expiring', 'leaked')),
    -- Where a leaked key was found.
    found_at text COLLATE "C",
    created_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL
);

CREATE INDEX api_key_notices_next_attempt_at ON api_key_notices (next_attempt_at);

-- Users who are deactivated, and whose keys do nothing meanwhile.
CREATE TABLE deactivated_users (
    user_id uuid PRIMARY KEY
);

-- Memberships that ended a short while ago: a new key whose owner was asked about before that is refused.
CREATE TABLE ended_memberships (
    user_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    ended_at timestamptz NOT NULL,
    CONSTRAINT ended_memberships_pkey PRIMARY KEY (user_id, organization_id)
);
