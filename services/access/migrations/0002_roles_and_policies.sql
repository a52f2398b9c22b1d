-- Counts the changes of all records of this service. Every change updates the row first and holds it until it is committed, so
-- that changes take effect one after the other, in the order of their epochs.
CREATE TABLE access_epoch (
    id boolean PRIMARY KEY DEFAULT true CONSTRAINT access_epoch_is_one_row CHECK (id),
    epoch bigint NOT NULL
);

INSERT INTO access_epoch (epoch) VALUES (0);

CREATE TABLE roles (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1 CONSTRAINT roles_version_positive CHECK (version > 0),
    name text COLLATE "C" NOT NULL
        CONSTRAINT roles_name_key UNIQUE
        CONSTRAINT roles_name_format CHECK (name ~ '^[a-z0-9._-]{3,64}$'),
    display_name text COLLATE "C" NOT NULL,
    description text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CONSTRAINT roles_kind_known CHECK (kind IN ('custom', 'plan', 'internal')),
    managed boolean NOT NULL,
    status text COLLATE "C" NOT NULL CONSTRAINT roles_status_known CHECK (status IN ('active', 'disabled')),
    created_at timestamptz NOT NULL,
    -- None is the installation itself.
    created_by uuid,
    updated_at timestamptz NOT NULL,
    updated_by uuid,
    CONSTRAINT roles_custom_ones_are_edited CHECK (managed = (kind <> 'custom')),
    CONSTRAINT roles_reserved_names_are_managed CHECK (managed OR name !~ '^(plan|internal)\.')
);

CREATE INDEX roles_created_at ON roles (created_at, id);

CREATE TABLE policies (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1 CONSTRAINT policies_version_positive CHECK (version > 0),
    name text COLLATE "C" NOT NULL,
    description text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL
        CONSTRAINT policies_status_known CHECK (status IN ('draft', 'active', 'archived')),
    managed boolean NOT NULL,
    effect text COLLATE "C" NOT NULL CONSTRAINT policies_effect_known CHECK (effect IN ('allow', 'deny')),
    actions text[] COLLATE "C" NOT NULL,
    endpoints text[] COLLATE "C" NOT NULL,
    -- Conditions, fields, days and limits in the JSON form of access.proto.
    conditions jsonb NOT NULL,
    fields jsonb NOT NULL,
    "time" jsonb NOT NULL,
    limits jsonb NOT NULL,
    starts_at timestamptz,
    expires_at timestamptz,
    ip_cidrs text[] COLLATE "C" NOT NULL,
    tags text[] COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    created_by uuid,
    updated_at timestamptz NOT NULL,
    updated_by uuid,
    CONSTRAINT policies_actions_present CHECK (cardinality(actions) > 0),
    CONSTRAINT policies_endpoints_present CHECK (cardinality(endpoints) > 0),
    CONSTRAINT policies_validity CHECK (starts_at < expires_at),
    CONSTRAINT policies_managed_are_no_drafts CHECK (NOT managed OR status <> 'draft'),
    CONSTRAINT policies_reserved_names_are_managed CHECK (managed OR name !~ '^(plan|internal)\.')
);

-- The name of an archived policy can be used again. The managed ones are known by their names.
CREATE UNIQUE INDEX policies_name_key ON policies (name) WHERE managed OR status <> 'archived';
CREATE INDEX policies_created_at ON policies (created_at, id);

CREATE TABLE policy_assignments (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1 CONSTRAINT policy_assignments_version_positive CHECK (version > 0),
    role_id uuid NOT NULL CONSTRAINT policy_assignments_role_fkey REFERENCES roles ON DELETE RESTRICT,
    policy_id uuid NOT NULL CONSTRAINT policy_assignments_policy_fkey REFERENCES policies ON DELETE RESTRICT,
    starts_at timestamptz,
    expires_at timestamptz,
    status text COLLATE "C" NOT NULL
        CONSTRAINT policy_assignments_status_known CHECK (status IN ('active', 'disabled')),
    limit_overrides jsonb,
    note text COLLATE "C" NOT NULL,
    managed boolean NOT NULL,
    created_at timestamptz NOT NULL,
    created_by uuid,
    updated_at timestamptz NOT NULL,
    updated_by uuid,
    CONSTRAINT policy_assignments_pair_key UNIQUE (role_id, policy_id),
    CONSTRAINT policy_assignments_window CHECK (starts_at < expires_at)
);

CREATE INDEX policy_assignments_policy_id ON policy_assignments (policy_id);
CREATE INDEX policy_assignments_created_at ON policy_assignments (created_at, id);

CREATE TABLE user_roles (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1 CONSTRAINT user_roles_version_positive CHECK (version > 0),
    user_id uuid NOT NULL,
    role_id uuid NOT NULL CONSTRAINT user_roles_role_fkey REFERENCES roles ON DELETE RESTRICT,
    -- None is everywhere.
    organization_id uuid,
    starts_at timestamptz,
    expires_at timestamptz,
    reason text COLLATE "C" NOT NULL CONSTRAINT user_roles_reason_present CHECK (reason <> ''),
    granted_by uuid,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    updated_by uuid,
    CONSTRAINT user_roles_window CHECK (starts_at < expires_at)
);

CREATE UNIQUE INDEX user_roles_everywhere_key ON user_roles (user_id, role_id) WHERE organization_id IS NULL;
CREATE UNIQUE INDEX user_roles_organization_key ON user_roles (user_id, role_id, organization_id)
    WHERE organization_id IS NOT NULL;
CREATE INDEX user_roles_role_id ON user_roles (role_id, id);
CREATE INDEX user_roles_organization_id ON user_roles (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX user_roles_created_at ON user_roles (created_at, id);

CREATE TABLE organization_roles (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1 CONSTRAINT organization_roles_version_positive CHECK (version > 0),
    organization_id uuid NOT NULL,
    role_id uuid NOT NULL CONSTRAINT organization_roles_role_fkey REFERENCES roles ON DELETE RESTRICT,
    source text COLLATE "C" NOT NULL
        CONSTRAINT organization_roles_source_known CHECK (source IN ('plan', 'manual', 'trial')),
    starts_at timestamptz,
    expires_at timestamptz,
    reason text COLLATE "C" NOT NULL CONSTRAINT organization_roles_reason_present CHECK (reason <> ''),
    granted_by uuid,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    updated_by uuid,
    CONSTRAINT organization_roles_window CHECK (starts_at < expires_at)
);

-- An organization has one plan.
CREATE UNIQUE INDEX organization_roles_plan_key ON organization_roles (organization_id) WHERE source <> 'manual';
CREATE UNIQUE INDEX organization_roles_manual_key ON organization_roles (organization_id, role_id)
    WHERE source = 'manual';
CREATE INDEX organization_roles_role_id ON organization_roles (role_id, id);
CREATE INDEX organization_roles_created_at ON organization_roles (created_at, id);

-- What was ever in effect stays: history and decisions refer to it.
CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % that were in effect are never deleted', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER roles_stay BEFORE DELETE ON roles FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER policies_stay BEFORE DELETE ON policies
    FOR EACH ROW WHEN (OLD.status <> 'draft') EXECUTE FUNCTION refuse_deletion();

CREATE FUNCTION refuse_return_to_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a policy that was in effect does not become a draft';
END
$$;

CREATE TRIGGER policies_never_become_drafts BEFORE UPDATE OF status ON policies
    FOR EACH ROW WHEN (OLD.status <> 'draft' AND NEW.status = 'draft') EXECUTE FUNCTION refuse_return_to_draft();

-- The plans of organizations as identity announces them. A removed organization stays, so that no earlier event brings its
-- roles back.
CREATE TABLE organization_plans (
    organization_id uuid PRIMARY KEY,
    plan text COLLATE "C" NOT NULL,
    ends_at timestamptz,
    -- Counts the changes of the plan in identity; 0 before the first announcement.
    version bigint NOT NULL,
    recorded_at timestamptz NOT NULL,
    removed_at timestamptz
);

-- The ids of erased users, to whom nobody grants a role any more.
CREATE TABLE erased_users (
    user_id uuid PRIMARY KEY
);
