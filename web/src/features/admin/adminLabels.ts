import {
  accountStateLabels,
  type Feature,
  featureLabels,
  membershipRoleLabels,
  type OrganizationScope,
  organizationScopeLabels,
  type PlanType,
  planTypeLabels,
  roleLabels,
} from "@/api/contract";
import type { FailureTexts } from "@/components/states/failureTexts";
import { formatDay } from "@/lib/format";
import { endRefusals } from "./organizations/planEnd";

/** The descriptions of features for administrators. */
export const featureHints: Record<Feature, string> = {
  "enable-data-downloads": "The downloads page",
  "enable-asset-entity-pages": "The search over assets and their pages",
  "enable-asset-charting-page": "The charting page",
  "enable-jurisdiction-explorer": "The map of jurisdictions",
  "enable-api-keys": "The tools of the API",
  "enable-admin-tools": "The menu of the admin pages; access requires the administrator role",
  "enable-experimental-features": "Issuers, transactions, real estate and internal tools",
};

const fieldNames: Record<string, string> = {
  role: "Role",
  features: "Features",
  state: "State",
  sessions: "Sessions",
  name: "Name",
  scope: "Scope",
  plan: "Plan",
  ends_at: "Ends on",
  domain: "Domain",
  passkeys: "Passkeys",
};

export function fieldName(field: string): string {
  return fieldNames[field] ?? field;
}

const valueNames: ReadonlyArray<Readonly<Record<string, string>>> = [
  roleLabels,
  accountStateLabels,
  membershipRoleLabels,
  organizationScopeLabels,
  featureLabels,
];

/** A stored value as people call it: the history keeps values, not words. */
export function valueName(field: string, value: string): string {
  if (field === "plan" && value in planTypeLabels) return planTypeLabels[value as PlanType];
  if (field === "ends_at") return formatDay(value);
  if (field === "name" || field === "domain") return value;
  return valueNames.find((names) => value in names)?.[value] ?? value;
}

/** A personal organization is called after its user, and means little to others by its name. */
export function organizationLabel(name: string, scope: OrganizationScope): string {
  return scope === "personal" ? "Personal" : name;
}

export function pluralize(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** The refusals in words for an administrator who acts for others. */
export const refusals: FailureTexts = {
  ...endRefusals,
  organization_not_found: "This organization no longer exists.",
  personal_organization: "This is a personal organization. Make it a team first.",
  too_many_teams: "This user has reached the limit of organizations.",
  team_of_several: "The team has other members. Only a team with one member can become personal.",
  team_of_domain: "The team claims a domain. Withdraw the claim first.",
  invitations_open: "An invitation is open. The owner must revoke it first.",
  personal_plan:
    "The personal organization to be deleted has a plan. Change that plan to Free first.",
  address_unknown: "No account has this address. A team owner can invite the person by e-mail.",
  account_unverified:
    "This user has not verified the address. Verification requires signing in with an e-mail link.",
};
