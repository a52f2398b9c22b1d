const page = "/settings/api-keys";

/** The value of `key` in the address of the form of a new key. */
export const newKey = "new";

/** The page of the keys of a user or of the active organization, or the form of one of them. */
export function keysAddress(isOrganization: boolean, key?: string): string {
  const parameters = new URLSearchParams();
  if (isOrganization) parameters.set("owner", "organization");
  if (key) parameters.set("key", key);
  const query = parameters.toString();
  return query === "" ? page : `${page}?${query}`;
}
