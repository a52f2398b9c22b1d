import type { Origin } from "./origin";

/** Loads several provenances as one; it fails where one of them cannot be loaded. */
export function allOrigins(...loads: ReadonlyArray<() => Promise<Origin>>) {
  return async (): Promise<Origin> => {
    const origins = await Promise.all(loads.map((load) => load()));
    return (await import("./origin")).mergedOrigin(origins);
  };
}
