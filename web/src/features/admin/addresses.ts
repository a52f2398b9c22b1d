export const usersAddress = "/admin/users";
export const organizationsAddress = "/admin/organizations";

export function userAddress(id: string): string {
  return `${usersAddress}/${id}`;
}

export function organizationAddress(id: string): string {
  return `${organizationsAddress}/${id}`;
}

/** What is no id is the address of nobody, and need not be asked about. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
