/** Measures that the shares of all groups make, and how many of the largest groups each adds up; the index squares all. */
const largestCounted: ReadonlyMap<string, number> = new Map([
  ["top_1_share", 1],
  ["top_5_share", 5],
  ["top_10_share", 10],
  ["concentration", Number.POSITIVE_INFINITY],
]);

/** Whether the shares of all groups make a measure. */
export function isOfGroupShares(measure: string): boolean {
  return largestCounted.has(measure);
}

/** How many of the largest groups a measure counts. */
export function groupCountOf(measure: string): number {
  return largestCounted.get(measure) ?? 0;
}

/** The points that a group of a share adds to the Herfindahl-Hirschman index, on 0 to 10,000. */
export function indexPoints(share: number): number {
  return (100 * share) ** 2;
}
