import type {
  AuditEntry,
  OrganizationDetail,
  OrganizationEntry,
  Pagination,
  ResourceMeta,
  UserDetail,
  UserEntry,
} from "@/api/contract";
import { member, thisSession } from "@/testing/records";
import { procedures, server, session } from "@/testing/server";

export const userId = "01900000-0000-7000-8000-000000000001";
export const rootId = "01900000-0000-7000-8000-000000000002";
export const teamId = "01900000-0000-7000-8000-000000000003";

export const administrator = {
  ...member,
  id: rootId,
  email: "root@harbour.example",
  role: "ADMIN" as const,
};

export const page: Pagination = {
  page: 1,
  perPage: 50,
  pageCount: 1,
  resultCount: 1,
  nextCursor: null,
};

export function sampleUser(part: Partial<UserEntry> = {}): UserEntry {
  return {
    id: userId,
    email: "ada@harbour.example",
    name: "Ada Quay (sample)",
    role: "CUSTOMER",
    created_at: "2026-11-01T09:00:00.000Z",
    features: ["enable-api-keys"],
    state: "active",
    deactivated_at: null,
    email_verified: true,
    organization_id: teamId,
    organization_name: "Harbour (sample)",
    organization_scope: "team",
    plan: "FREE",
    sessions: 1,
    ...part,
  };
}

export function sampleDetail(part: Partial<UserEntry> = {}): UserDetail {
  return {
    user: sampleUser(part),
    email_verified_at: "2026-11-01T09:00:00.000Z",
    updated_at: "2026-11-02T09:00:00.000Z",
    own_features: ["enable-api-keys"],
    memberships: [
      {
        organization_id: teamId,
        organization_name: "Harbour (sample)",
        scope: "team",
        plan: "FREE",
        role: "owner",
        joined_at: "2026-11-01T09:00:00.000Z",
        active: true,
      },
    ],
    accounts: [],
    passkeys: 0,
    second_factor: false,
  };
}

export function sampleTeam(part: Partial<OrganizationEntry> = {}): OrganizationDetail {
  return {
    organization: {
      id: teamId,
      name: "Harbour (sample)",
      scope: "team",
      domain: "harbour.example",
      plan: "FREE",
      plan_ends_at: null,
      created_at: "2026-11-01T09:00:00.000Z",
      members: 1,
      ...part,
    },
    members: [
      {
        user_id: userId,
        name: "Ada Quay (sample)",
        email: "ada@harbour.example",
        role: "owner",
        joined_at: "2026-11-01T09:00:00.000Z",
        state: "active",
      },
    ],
    invitations: 1,
    domain_claim:
      part.scope === "personal"
        ? null
        : {
            domain: "harbour.example",
            state: "proved",
            record_name: "_assay.harbour.example",
            record_value: "assay-verification=0a1b2c",
            claimed_at: "2026-11-20T09:00:00.000Z",
            proved_at: "2026-11-20T09:00:00.000Z",
            checked_at: "2026-11-27T09:00:00.000Z",
            result: "found",
            missed_at: null,
            ends_at: null,
          },
  };
}

export function sampleEntry(part: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: "01900000-0000-7000-8000-000000000009",
    made_at: "2026-11-20T09:36:00.000Z",
    actor_id: rootId,
    actor_email: administrator.email,
    action: "user.role_changed",
    user_id: userId,
    user_email: "ada@harbour.example",
    organization_id: null,
    organization_name: null,
    changes: [{ field: "role", before: ["CUSTOMER"], after: ["ADMIN"] }],
    note: null,
    trace_id: "0123456789abcdef0123456789abcdef",
    ...part,
  };
}

const field = {
  itemType: null,
  unit: null,
  description: "",
  nullable: false,
  operators: ["equals", "notEquals", "in"] as const,
  validValues: [],
  sortable: true,
  groupable: false,
  aggregateFunctions: [],
  refersTo: null,
  derived: false,
};

const userMeta: ResourceMeta = {
  resource: "users",
  key: "id",
  defaultSort: { field: "created_at", direction: "desc" },
  referencedBy: [],
  fields: [
    { ...field, name: "email", type: "text", operators: ["equals", "ilike"] },
    { ...field, name: "name", type: "text", operators: ["equals", "ilike"] },
    {
      ...field,
      name: "role",
      type: "enum",
      operators: ["equals", "notEquals", "in"],
      validValues: [
        { value: "CUSTOMER", label: "Customer", meaning: "" },
        { value: "ADMIN", label: "Administrator", meaning: "" },
      ],
    },
    { ...field, name: "created_at", type: "instant", operators: ["onOrAfter", "onOrBefore"] },
  ],
};

type Calls = Parameters<typeof procedures>[0];

/** Signs an administrator in, answers the requests of the pages and records their changes. */
export function mockServer(calls: Calls = {}) {
  const requests: Array<[name: string, input: unknown]> = [];
  const noting =
    <Answer>(name: string, answer: Answer) =>
    (input: unknown) => {
      requests.push([name, input]);
      return answer;
    };
  server.use(
    session(administrator.email),
    procedures({
      "users.getProfile": () => administrator,
      "search.getInitialSearchGroups": () => [],
      "adminUsers.meta": () => userMeta,
      "adminUsers.list": noting("list", { results: [sampleUser()], pagination: page }),
      "adminUsers.get": () => sampleDetail(),
      "adminUsers.sessions": () => ({ results: [{ ...thisSession, current: false }] }),
      "adminUsers.setRole": noting("setRole", {}),
      "adminUsers.setFeatures": noting("setFeatures", {}),
      "adminUsers.deactivate": noting("deactivate", { ended: 2 }),
      "adminUsers.reactivate": noting("reactivate", {}),
      "adminUsers.endSession": noting("endSession", { ended: 1 }),
      "adminUsers.endSessions": noting("endSessions", { ended: 2 }),
      "adminUsers.removePasskeys": noting("removePasskeys", { removed: 2 }),
      "adminOrganizations.meta": () => ({ ...userMeta, resource: "organizations" }),
      "adminOrganizations.list": () => ({
        results: [sampleTeam().organization],
        pagination: page,
      }),
      "adminOrganizations.get": () => sampleTeam(),
      "adminOrganizations.setPlan": noting("setPlan", {}),
      "adminOrganizations.setDomain": noting("setDomain", { domain: "quay.example" }),
      "adminOrganizations.rename": noting("rename", {}),
      "adminOrganizations.setScope": noting("setScope", { user_id: userId }),
      "adminOrganizations.addMember": noting("addMember", { user_id: userId }),
      "adminOrganizations.setMemberRole": noting("setMemberRole", {}),
      "adminOrganizations.removeMember": noting("removeMember", {}),
      "accessUserRoles.list": () => ({ results: [], pagination: { ...page, resultCount: 0 } }),
      "accessOrganizationRoles.list": () => ({
        results: [],
        pagination: { ...page, resultCount: 0 },
      }),
      "accessHistory.list": () => ({ results: [], pagination: { ...page, resultCount: 0 } }),
      "adminApiKeys.list": () => ({ results: [] }),
      "adminHistory.list": () => ({ results: [sampleEntry()], pagination: page }),
      ...calls,
    }),
  );
  return requests;
}
