import type {
  AccountState,
  AuditAction,
  Feature,
  MembershipRole,
  OrganizationScope,
  PlanType,
  Role,
  SignInMethod,
} from "@/api/contract";
import { plans } from "@/api/planNames";
import { featureNames } from "@/components/shell/nav";

export const roleNames: Record<Role, string> = { CUSTOMER: "Customer", ADMIN: "Administrator" };

export const stateNames: Record<AccountState, string> = {
  active: "Active",
  deactivated: "Deactivated",
};

export const scopeNames: Record<OrganizationScope, string> = { personal: "Personal", team: "Team" };

export const memberRoleNames: Record<MembershipRole, string> = { owner: "Owner", member: "Member" };

export const methodNames: Record<SignInMethod, string> = {
  email: "E-mail link",
  oidc: "OpenID provider",
};

export const actionNames: Record<AuditAction, string> = {
  "user.role_changed": "Role changed",
  "user.features_changed": "Features changed",
  "user.deactivated": "Deactivated",
  "user.reactivated": "Reactivated",
  "user.sessions_ended": "Signed out",
  "organization.renamed": "Renamed",
  "organization.plan_changed": "Plan changed",
  "organization.domain_changed": "Domain changed",
  "organization.member_role_changed": "Role of a member changed",
  "organization.member_removed": "Member removed",
  "organization.member_added": "Member added",
  "organization.scope_changed": "Scope changed",
  "organization.created": "Created",
  "organization.removed": "Removed",
};

/** What a feature brings, for whoever switches it on. */
export const featureHints: Record<Feature, string> = {
  "enable-data-downloads": "The downloads page",
  "enable-asset-entity-pages": "The search over assets and their pages",
  "enable-asset-charting-page": "The charting page",
  "enable-jurisdiction-explorer": "The map of jurisdictions",
  "enable-api-keys": "The tools of the API",
  "enable-admin-tools": "The menu of these pages; only the role opens them",
  "enable-experimental-features": "Issuers, transactions, real estate and internal tools",
};

export function planName(plan: PlanType): string {
  return plans[plan].name;
}

const fieldNames: Record<string, string> = {
  role: "Role",
  features: "Features",
  state: "State",
  sessions: "Sessions",
  name: "Name",
  scope: "Scope",
  plan: "Plan",
  domain: "Domain",
};

export function fieldName(field: string): string {
  return fieldNames[field] ?? field;
}

const valueNames: ReadonlyArray<Readonly<Record<string, string>>> = [
  roleNames,
  stateNames,
  memberRoleNames,
  scopeNames,
  featureNames,
];

/** A stored value as people call it: the history keeps values, not words. */
export function valueName(field: string, value: string): string {
  if (field === "plan" && value in plans) return planName(value as PlanType);
  if (field === "name" || field === "domain") return value;
  return valueNames.find((names) => value in names)?.[value] ?? value;
}

/** A personal organization is called after its user, and means little to others by its name. */
export function organizationLabel(name: string, scope: OrganizationScope): string {
  return scope === "personal" ? "Personal" : name;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** What a refusal means to somebody who acts for others. */
const refusals: Readonly<Record<string, string>> = {
  organization_not_found: "This organization does not exist any more.",
  personal_organization: "This is a personal organization. Make it a team first.",
  too_many_teams: "This user belongs to 50 organizations, which is the most there can be.",
  team_of_several: "Others belong to the team. Only a team of one can become personal.",
  team_of_domain: "The team is open to a domain. Close it to the domain first.",
  invitations_open: "An invitation waits for an answer. The owner has to revoke it first.",
  personal_plan:
    "The personal organization that would go has a plan. Set that to Free first, or it would be lost.",
  address_unknown: "Nobody has an account with this address. An owner can invite them by mail.",
  account_unverified: "This user never proved to own the address. They have to use a mailed link.",
};

export function refusalOf(reason: string | null): string | undefined {
  return reason === null ? undefined : refusals[reason];
}
