-- The e-mail domain that a team claims, and its proof in DNS. `organizations.domain` is the domain that is proved and
-- open, so several teams may claim a domain, and one proves it.
CREATE TABLE domain_claims (
    organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    domain text NOT NULL,
    -- What the TXT record has to contain. Everybody can read it in DNS.
    token text NOT NULL,
    state text NOT NULL CONSTRAINT domain_claims_state_known CHECK (state IN ('pending', 'proved', 'lost')),
    claimed_at timestamptz NOT NULL,
    proved_at timestamptz,
    checked_at timestamptz,
    result text CONSTRAINT domain_claims_result_known
        CHECK (result IN ('found', 'missing', 'different', 'unreachable')),
    missed_at timestamptz,
    -- When the service checks the record by itself: of proved claims only.
    next_check_at timestamptz
);

CREATE INDEX domain_claims_next_check_at ON domain_claims (next_check_at) WHERE next_check_at IS NOT NULL;

-- Whoever hid the offer of a team does not see it again.
CREATE TABLE dismissed_offers (
    organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    dismissed_at timestamptz NOT NULL,
    CONSTRAINT dismissed_offers_pkey PRIMARY KEY (organization_id, user_id)
);

CREATE INDEX dismissed_offers_user_id ON dismissed_offers (user_id);

-- The imported list of hosts whose addresses anybody can have. While it is empty, the list of the release counts.
CREATE TABLE mail_hosts (
    host text PRIMARY KEY
);

-- Teams that were open to a domain keep their members. Their claims await the proof.
INSERT INTO domain_claims (organization_id, domain, token, state, claimed_at)
SELECT id, domain, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'pending', now()
FROM organizations
WHERE domain IS NOT NULL;

UPDATE organizations SET domain = NULL WHERE domain IS NOT NULL;
