/** The name of the product, wherever it is shown. */
export const brand = "Assay";

/** The document title of a page: "{brand} | %s". */
export function documentTitle(page: string): string {
  return `${brand} | ${page}`;
}
