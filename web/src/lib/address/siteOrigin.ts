/** Stands in the exported pages for the origin of the installation, which the gateway puts in its place. */
export const originPlaceholder = "https://assay.invalid";

/** The name of the meta element that carries the origin into the browser. */
export const originMeta = "site-origin";

/** The origin of the installation as the page was served with it. */
export function siteOrigin(): string {
  if (typeof document === "undefined") return originPlaceholder;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${originMeta}"]`);
  return meta?.content ?? window.location.origin;
}
