import type { ClassKey } from "@/lib/classColour";
import { stableHash } from "@/lib/stableHash";

/** The step of the categorical palette each asset class has everywhere, as in tokens.css (`--cls-*`). */
export const classSteps: Record<ClassKey, number> = {
  treasuries: 1,
  commodities: 2,
  "private-credit": 3,
  stocks: 4,
  "global-bonds": 5,
  "institutional-funds": 6,
  "real-estate": 7,
  stablecoins: 8,
};

export type Coloured = { id: string; classKey?: ClassKey };

function place(ids: readonly string[], offset: number, taken: Map<string, number>): string[] {
  const used = new Set(taken.values());
  const left: string[] = [];
  for (const id of ids) {
    const hash = stableHash(id);
    const steps = Array.from({ length: 8 }, (_, index) => offset + ((hash + index) % 8) + 1);
    const free = steps.find((step) => !used.has(step));
    if (free === undefined) left.push(id);
    else {
      used.add(free);
      taken.set(id, free);
    }
  }
  return left;
}

function byHash(first: string, second: string): number {
  return stableHash(first) - stableHash(second) || (first < second ? -1 : 1);
}

/**
 * The palette step (1 to 16) of every entity of a chart; 0 where no step is left. Classes have theirs, others take the
 * first free of 1 to 8 from a hash of their id on. The order counts only when they are more than the free steps: the
 * first of the list then get 1 to 8, the following 9 to 16.
 */
export function assignSteps(entities: readonly Coloured[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  const others: string[] = [];
  const used = new Set<number>();
  for (const { id, classKey } of entities) {
    const step = classKey === undefined ? undefined : classSteps[classKey];
    if (step !== undefined && !used.has(step)) {
      used.add(step);
      taken.set(id, step);
    } else others.push(id);
  }
  const near = 8 - used.size;
  place(others.slice(0, near).sort(byHash), 0, taken);
  const rest = place(others.slice(near, near + 8).sort(byHash), 8, taken);
  for (const id of [...rest, ...others.slice(near + 8)]) taken.set(id, 0);
  return taken;
}

const dashes: Record<number, readonly number[]> = {
  9: [7, 3],
  10: [2, 2],
  11: [9, 3, 2, 3],
  12: [5, 2, 2, 2],
  13: [12, 4],
  14: [3, 4],
  15: [9, 2, 2, 2, 2, 2],
  16: [5, 5],
};

/** Steps 9 to 16 are too near to the first eight to be told apart by colour alone. */
export function dashOf(step: number): readonly number[] | undefined {
  return dashes[step];
}
