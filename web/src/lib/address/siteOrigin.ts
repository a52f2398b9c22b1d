/** The placeholder for the origin of the installation in exported pages, which the gateway replaces. */
export const originPlaceholder = "https://assay.invalid";

/** The name of the meta element that carries the origin into the browser. */
export const originMeta = "site-origin";

/** The origin of the installation as the page was served with it. */
export function siteOrigin(): string {
  if (typeof document === "undefined") return originPlaceholder;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${originMeta}"]`);
  return meta?.content ?? window.location.origin;
}
