const own = /^(assay|next|__next|__Host-next|__Secure-next)/;

function forgetCookie(name: string): void {
  const labels = window.location.hostname.split(".");
  // Scripts like to set cookies for the whole domain, and the browser does not say for which one a cookie was set.
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  for (const domain of ["", ...domains.map((one) => `; domain=${one}`)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way, and none of them is synchronous
    document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
}

/** Removes cookies and stored entries whose names begin like this; what the site itself keeps stays. */
export function removeTraces(names: readonly string[]): void {
  const theirs = (name: string) =>
    !own.test(name) && names.some((beginning) => name.startsWith(beginning));
  const cookies = document.cookie.split(";").map((pair) => pair.replace(/=.*$/s, "").trim());
  for (const name of cookies.filter(theirs)) forgetCookie(name);
  for (const storage of storages()) {
    for (const name of Object.keys(storage).filter(theirs)) storage.removeItem(name);
  }
}
