export const usersAddress = "/admin/users";
export const organizationsAddress = "/admin/organizations";

export const catalogAddress = "/admin/catalog";

/** The page above those of the kinds. */
export const catalogParent = { href: catalogAddress, label: "Catalog admin" };

/** The records of one kind, to be changed. */
export function kindAddress(kind: string): string {
  return `${catalogAddress}/${kind}`;
}

export function newRecordAddress(kind: string): string {
  return `${catalogAddress}/${kind}/new`;
}

export function userAddress(id: string): string {
  return `${usersAddress}/${id}`;
}

export function organizationAddress(id: string): string {
  return `${organizationsAddress}/${id}`;
}

/** An invalid id belongs to no user and needs no request. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
