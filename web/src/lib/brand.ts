/** The name of the product, wherever it is shown. */
export const brand = "Assay";

/** The description of the product, for pages without one of their own. */
export const brandDescription =
  "Analytics of tokenized real-world assets: what exists, what it is worth, and how each number was obtained.";

/** The document title of a page: "{brand} | %s". */
export function documentTitle(page: string): string {
  return `${brand} | ${page}`;
}
