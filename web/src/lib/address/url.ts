/** The address as a path of this site, or the root when it leads elsewhere. */
export function sameSitePath(address: string | undefined, origin: string): string {
  if (!address) return "/";
  try {
    const url = new URL(address, origin);
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : "/";
  } catch {
    return "/";
  }
}

/** The first value of a route parameter. */
export function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
