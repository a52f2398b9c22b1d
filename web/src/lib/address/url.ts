/**
 * The address as a path of this site, or the root when it leads elsewhere. A path that begins with two slashes is the
 * address of another host once it stands alone: parsing makes one of "/.//host" and "/\host".
 */
export function sameSitePath(address: string | undefined, origin: string): string {
  if (!address || /\p{Cc}/u.test(address)) return "/";
  try {
    const url = new URL(address.startsWith("/") ? `${origin}${address}` : address);
    const path = `${url.pathname}${url.search}${url.hash}`;
    // The origin of a blob: address is that of the address inside it.
    const own = url.origin === origin && url.protocol.startsWith("http");
    const named = url.username !== "" || url.password !== "";
    return own && !named && !path.startsWith("//") ? path : "/";
  } catch {
    return "/";
  }
}

/** The first value of a route parameter. */
export function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
