/** Simple yields were once called APYs, and bookmarks may still say so. */
const earlierNames: ReadonlyMap<string, string> = new Map([
  ["apy7", "yield7"],
  ["apy30", "yield30"],
  ["apy_7d", "yield_7d"],
  ["apy_30d", "yield_30d"],
]);

/** The present name of a measure or a column, by any name that addresses have had for it. */
export function presentName(name: string): string {
  return earlierNames.get(name) ?? name;
}
