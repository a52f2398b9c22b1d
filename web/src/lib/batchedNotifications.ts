import { startTransition, useEffect, useReducer } from "react";

export { useCallback, useEffect, useMemo, useState } from "react";

// Replaces React where React Query notifies components of results, by replacements.mjs: what a result changes is rendered
// as a transition, in steps between which the browser paints and responds. React renders changes of external stores in
// one step, which is a page with all its tables when the results of a batch arrive together.
export function useSyncExternalStore<Snapshot>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
): Snapshot {
  const [, draw] = useReducer((turns: number) => turns + 1, 0);
  const snapshot = getSnapshot();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what changed between rendering and this effect is compared
  useEffect(() => {
    const change = () => startTransition(draw);
    const leave = subscribe(change);
    if (getSnapshot() !== snapshot) change();
    return leave;
  }, [subscribe]);
  return snapshot;
}
