import type { Organization, UserRecord } from "@/api/contract";

/** For whom the keys of a page act: the user in the active organization, or that organization. */
export type KeyOwner = {
  isOrganization: boolean;
  user: UserRecord;
  organization: Organization;
};

/** Whether the user manages the keys of the active organization. */
export function managesOrganizationKeys({ organization, memberships }: UserRecord): boolean {
  const place = memberships.find((one) => one.organization_id === organization.id);
  return organization.scope === "team" && place?.role === "owner";
}

/** The name of an organization of the user; null for one that they have left. */
export function organizationName({ memberships }: UserRecord, id: string): string | null {
  const place = memberships.find((one) => one.organization_id === id);
  if (!place) return null;
  const { scope, name } = place.organization;
  return scope === "personal" ? "your personal organization" : name;
}
