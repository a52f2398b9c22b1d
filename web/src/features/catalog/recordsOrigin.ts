import type { Origin } from "@/lib/origin";

type Recorded = { source: string; licence: string };

const apart = (all: readonly string[]) => [...new Set(all)].toSorted();

/** What a file says about where its records were taken from. */
export function recordsOrigin(records: ReadonlyArray<Recorded>): Origin {
  const licences = apart(records.map(({ licence }) => licence));
  return {
    sources: apart(records.map(({ source }) => source)),
    ...(licences.length > 0 && { licence: licences.join("; ") }),
  };
}
