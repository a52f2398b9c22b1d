-- Keys that administrators disable, and whose owners do not enable them.
ALTER TABLE api_keys
    ADD COLUMN is_disabled_by_administrator boolean NOT NULL DEFAULT false;

ALTER TABLE notices DROP CONSTRAINT notices_kind_known;
ALTER TABLE notices
    ADD CONSTRAINT notices_kind_known CHECK (
        CASE WHEN plan_request_id IS NULL
             THEN key_id IS NOT NULL AND kind IN (
                 'unused', 'disabled', 'expiring', 'leaked',
                 'disabled_by_administrator', 'enabled_by_administrator', 'revoked_by_administrator'
             )
             ELSE key_id IS NULL AND kind IN ('plan_requested', 'plan_request_received') END
    );

-- Explanations name the roles that an organization held once.
CREATE INDEX audit_entries_ended_organization_roles ON audit_entries (organization_id, made_at)
    WHERE action = 'organization_role.ended';

-- Denials of all fields but identifiers, which are always visible, are denials of all fields. They are no longer accepted in the other form.
UPDATE policies SET fields = '{"mode": "all", "names": []}'
WHERE effect = 'deny' AND fields ->> 'mode' = 'except'
    AND fields -> 'names' <> '[]' AND fields -> 'names' <@ '["id", "name", "slug"]';
