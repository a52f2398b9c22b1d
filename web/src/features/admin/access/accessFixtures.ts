import type {
  AccessAuditEntry,
  AccessRole,
  AssetClass,
  Holder,
  Policy,
  PolicyAssignmentEntry,
  PolicyEntry,
  ResourceMeta,
  RoleEntry,
} from "@/api/contract";
import { fieldMeta } from "@/testing/catalogFixtures";
import { mockServer, page, rootId, userId } from "../adminFixtures";

export const policyId = "01900000-0000-7000-8000-000000000101";
export const roleId = "01900000-0000-7000-8000-000000000201";
export const assignmentId = "01900000-0000-7000-8000-000000000301";

const written = {
  created_at: "2026-11-01T09:00:00.000Z",
  created_by: rootId,
  updated_at: "2026-11-20T09:00:00.000Z",
  updated_by: rootId,
};

export function samplePolicy(part: Partial<Policy> = {}): Policy {
  return {
    id: policyId,
    version: 3,
    name: "Premium Treasuries",
    description: "",
    status: "active",
    managed: false,
    effect: "allow",
    actions: ["list", "read", "export"],
    endpoints: ["assets", "asset_timeseries"],
    where: [{ dimension: "asset_class", operator: "in", ids: [27] }],
    fields: { mode: "all", names: [] },
    time: {},
    limits: { rows_per_response: 50_000, export_formats: [] },
    starts_at: null,
    expires_at: null,
    ip_cidrs: [],
    tags: [],
    ...written,
    ...part,
  };
}

export function policyEntry(part: Partial<Policy> = {}, roles = 1): PolicyEntry {
  return { policy: samplePolicy(part), roles };
}

export function sampleRole(part: Partial<AccessRole> = {}): AccessRole {
  return {
    id: roleId,
    version: 2,
    name: "treasury-desk",
    display_name: "Treasury desk",
    description: "",
    kind: "custom",
    managed: false,
    status: "active",
    ...written,
    ...part,
  };
}

export function roleEntry(part: Partial<AccessRole> = {}): RoleEntry {
  return { role: sampleRole(part), policies: 1, users: 412, organizations: 3 };
}

function assignmentEntry(): PolicyAssignmentEntry {
  return {
    assignment: {
      id: assignmentId,
      version: 1,
      role_id: roleId,
      policy_id: policyId,
      starts_at: null,
      expires_at: null,
      status: "active",
      limit_overrides: null,
      note: "",
      managed: false,
      ...written,
    },
    role_name: "treasury-desk",
    policy_name: "Premium Treasuries",
  };
}

export function sampleHolder(part: Partial<Holder> = {}): Holder {
  return {
    id: "01900000-0000-7000-8000-000000000401",
    user_id: userId,
    organization_id: null,
    role_id: roleId,
    role_name: "treasury-desk",
    starts_at: null,
    expires_at: null,
    source: null,
    ...part,
  };
}

export function historyEntry(part: Partial<AccessAuditEntry> = {}): AccessAuditEntry {
  return {
    id: "01900000-0000-7000-8000-000000000501",
    day: "2026-11-20",
    number: 1,
    made_at: "2026-11-20T09:00:00.000Z",
    actor_id: userId,
    action: "policy.updated",
    kind: "policy",
    record_id: policyId,
    record_version: 3,
    user_id: null,
    organization_id: null,
    changes: [],
    reason: null,
    refusal: null,
    trace_id: null,
    hash: "",
    ...part,
  };
}

const policyMeta: ResourceMeta = {
  resource: "policies",
  key: "id",
  defaultSort: { field: "created_at", direction: "desc" },
  referencedBy: [],
  fields: [
    fieldMeta("name", "text", { operators: ["equals", "ilike"], sortable: true }),
    fieldMeta("description", "text", { operators: ["equals", "ilike"] }),
    fieldMeta("status", "enum", {
      operators: ["equals", "in"],
      validValues: ["draft", "active", "archived"].map((value) => ({
        value,
        label: value,
        meaning: "",
      })),
    }),
  ],
};

const treasuries: AssetClass = {
  id: 27,
  slug: "us-treasuries",
  name: "U.S. Treasuries",
  key: "US_TREASURIES",
  description: "",
  screen: null,
  is_screen_inferred: false,
  asset_count: 0,
  class_group: null,
  is_in_totals: true,
  source: "a filing",
  licence: "CC0-1.0",
  retrieved_on: "2026-11-18",
  is_sample: false,
  updated_at: written.updated_at,
};

type Calls = Parameters<typeof mockServer>[0];

/** Signs an administrator in and answers what the pages of roles and policies request; changes are recorded. */
export function mockAccess(calls: Calls = {}) {
  return mockServer({
    "accessPolicies.meta": () => policyMeta,
    "accessPolicies.list": () => ({ results: [policyEntry()], pagination: page }),
    "accessPolicies.get": () => policyEntry(),
    "accessPolicies.preview": () => ({
      roles: 1,
      users: 412,
      organizations: 3,
      adds: [{ action: "export", endpoint: "tokens" }],
      removes: [],
    }),
    "accessRoles.meta": () => ({ ...policyMeta, resource: "roles" }),
    "accessRoles.list": () => ({ results: [roleEntry()], pagination: page }),
    "accessRoles.get": () => roleEntry(),
    "accessAssignments.list": () => ({ results: [assignmentEntry()], pagination: page }),
    "accessHolders.list": () => ({
      results: [sampleHolder()],
      next_cursor: null,
      users: 1,
      organizations: 0,
    }),
    "accessHistory.list": () => ({ results: [historyEntry()], pagination: page }),
    "accessDecisions.histogram": () => ({ days: [], actions: [], lost: 0 }),
    "assetClasses.list": () => ({ results: [treasuries], pagination: page }),
    ...calls,
  });
}
