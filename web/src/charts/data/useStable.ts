import { useMemo } from "react";

/** The same list as long as it says the same, for lists that are computed anew at every drawing. */
export function useStable<Item>(items: readonly Item[]): readonly Item[] {
  const key = JSON.stringify(items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what the list says.
  return useMemo(() => items, [key]);
}
