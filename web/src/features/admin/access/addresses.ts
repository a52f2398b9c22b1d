export const policiesAddress = "/admin/api_access_policies";
export const rolesAddress = "/admin/api_access_roles";
export const assignmentsAddress = "/admin/api_access_policy_assignments";
export const userRolesAddress = "/admin/api_access_user_roles";
export const organizationRolesAddress = "/admin/api_access_org_roles";

export function policyAddress(id: string): string {
  return `${policiesAddress}/${id}`;
}

export function roleAddress(id: string): string {
  return `${rolesAddress}/${id}`;
}

export function editPolicyAddress(id: string): string {
  return `${policyAddress(id)}/edit`;
}

export function editRoleAddress(id: string): string {
  return `${roleAddress(id)}/edit`;
}

export const newRoleAddress = `${rolesAddress}/new`;

export function assignmentAddress(id: string): string {
  return `${assignmentsAddress}/${id}`;
}

export function editAssignmentAddress(id: string): string {
  return `${assignmentAddress(id)}/edit`;
}

export function userRoleAddress(id: string): string {
  return `${userRolesAddress}/${id}/edit`;
}

export function organizationRoleAddress(id: string): string {
  return `${organizationRolesAddress}/${id}/edit`;
}

type Prefill = Readonly<Record<string, string>>;

function withValues(address: string, values: Prefill): string {
  const words = new URLSearchParams(values).toString();
  return words === "" ? address : `${address}?${words}`;
}

/** The form of a new assignment, with a role or a policy chosen. */
export function newAssignmentAddress(values: { role?: string; policy?: string } = {}): string {
  return withValues(`${assignmentsAddress}/new`, values);
}

/** The form of a role for a user, with the user or the role chosen. */
export function newUserRoleAddress(values: { user?: string; role?: string } = {}): string {
  return withValues(`${userRolesAddress}/new`, values);
}

/** The form of a role for an organization, with the organization or the role chosen. */
export function newOrganizationRoleAddress(
  values: { organization?: string; role?: string } = {},
): string {
  return withValues(`${organizationRolesAddress}/new`, values);
}

/** The form of a new policy, empty or as a copy of another one. */
export function newPolicyAddress(values: { copy?: string } = {}): string {
  return withValues(`${policiesAddress}/new`, values);
}
