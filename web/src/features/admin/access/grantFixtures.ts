import type {
  OrganizationRoleEntry,
  PolicyAssignmentEntry,
  ResourceMeta,
  UserRoleEntry,
} from "@/api/contract";
import { fieldMeta } from "@/testing/catalogFixtures";
import { page, rootId, sampleTeam, sampleUser, teamId, userId } from "../adminFixtures";
import { assignmentId, policyId, roleId, samplePolicy, sampleRole } from "./accessFixtures";

export const userRoleId = "01900000-0000-7000-8000-000000000040";
export const organizationRoleId = "01900000-0000-7000-8000-000000000050";

const written = {
  created_at: "2026-11-20T09:00:00.000Z",
  updated_at: "2026-11-20T09:00:00.000Z",
  updated_by: rootId,
};

const analysts = sampleRole({
  name: "desk.analysts",
  display_name: "Desk analysts",
  description: "Reads everything about U.S. Treasuries.",
});

export function userRoleEntry(part: Partial<UserRoleEntry["user_role"]> = {}): UserRoleEntry {
  return {
    user_role: {
      id: userRoleId,
      version: 1,
      user_id: userId,
      role_id: roleId,
      organization_id: teamId,
      starts_at: null,
      expires_at: "2036-12-31T18:00:00.000Z",
      reason: "Due diligence",
      granted_by: rootId,
      ...written,
      ...part,
    },
    role_name: analysts.name,
  };
}

export function organizationRoleEntry(
  part: Partial<OrganizationRoleEntry["organization_role"]> = {},
): OrganizationRoleEntry {
  return {
    organization_role: {
      id: organizationRoleId,
      version: 1,
      organization_id: teamId,
      role_id: roleId,
      source: "manual",
      starts_at: null,
      expires_at: null,
      reason: "Contract of November",
      granted_by: rootId,
      ...written,
      ...part,
    },
    role_name: analysts.name,
  };
}

export const treasuries = samplePolicy({
  where: [],
  limits: { rows_per_response: 50_000, requests_per_second: 25, export_formats: ["csv", "xlsx"] },
});

export function assignmentEntry(
  part: Partial<PolicyAssignmentEntry["assignment"]> = {},
): PolicyAssignmentEntry {
  return {
    assignment: {
      id: assignmentId,
      version: 3,
      role_id: roleId,
      policy_id: policyId,
      starts_at: null,
      expires_at: null,
      status: "active",
      limit_overrides: { rows_per_response: 25_000, export_formats: ["csv"] },
      note: "Until the contract is signed",
      managed: false,
      created_by: rootId,
      ...written,
      ...part,
    },
    role_name: analysts.name,
    policy_name: treasuries.name,
  };
}

export const none = { results: [], pagination: { ...page, resultCount: 0 } };

function metaOf(resource: string, names: ReadonlyArray<string>): ResourceMeta {
  return {
    resource,
    key: "id",
    defaultSort: { field: "created_at", direction: "desc" },
    referencedBy: [],
    fields: [
      fieldMeta("id", "id"),
      ...names.map((name) => fieldMeta(name, "text")),
      fieldMeta("starts_at", "instant"),
      fieldMeta("expires_at", "instant"),
      fieldMeta("created_at", "instant"),
    ],
  };
}

/** The answers that pages of roles and assignments read besides their own record. */
export const accessCalls = {
  "adminUsers.list": () => ({
    results: [sampleUser(), sampleUser({ id: rootId, email: "root@harbour.example" })],
    pagination: page,
  }),
  "adminOrganizations.list": () => ({ results: [sampleTeam().organization], pagination: page }),
  "accessUserRoles.meta": () => metaOf("user_roles", ["role_name", "reason"]),
  "accessUserRoles.list": () => ({ results: [userRoleEntry()], pagination: page }),
  "accessUserRoles.get": () => userRoleEntry(),
  "accessOrganizationRoles.meta": () => metaOf("organization_roles", ["role_name", "reason"]),
  "accessOrganizationRoles.list": () => ({ results: [organizationRoleEntry()], pagination: page }),
  "accessOrganizationRoles.get": () => organizationRoleEntry(),
  "accessAssignments.meta": () => metaOf("policy_assignments", ["role_name", "policy_name"]),
  "accessAssignments.list": () => ({ results: [assignmentEntry()], pagination: page }),
  "accessAssignments.get": () => assignmentEntry(),
  "accessAssignments.preview": () => ({
    roles: 1,
    users: 412,
    organizations: 3,
    adds: [{ action: "export" as const, endpoint: "tokens" as const }],
    removes: [],
  }),
  "accessRoles.list": () => ({
    results: [{ role: analysts, policies: 1, users: 1, organizations: 0 }],
    pagination: page,
  }),
  "accessRoles.get": () => ({ role: analysts, policies: 1, users: 1, organizations: 0 }),
  "accessPolicies.list": () => ({ results: [{ policy: treasuries, roles: 1 }], pagination: page }),
  "accessPolicies.get": () => ({ policy: treasuries, roles: 1 }),
  "accessHolders.list": () => ({ results: [], next_cursor: null, users: 0, organizations: 0 }),
  "accessHistory.list": () => none,
};
