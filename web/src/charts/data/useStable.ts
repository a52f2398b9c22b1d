import { useMemo } from "react";

/** Returns the same list while its content is equal, for lists that are computed at every render. */
export function useStable<Item>(items: readonly Item[]): readonly Item[] {
  const key = JSON.stringify(items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what the list says.
  return useMemo(() => items, [key]);
}
