import { startTransition, useEffect, useReducer } from "react";

export { useCallback, useEffect, useMemo, useState } from "react";

// Takes the place of React where React Query tells components of answers, by an alias in next.config.ts: what an answer
// changes is drawn as a transition, in pieces between which the browser paints and answers. React's own draws whatever
// comes from outside of it in one piece, which is a page with all its tables where the answers of a page come together.
export function useSyncExternalStore<Snapshot>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
): Snapshot {
  const [, draw] = useReducer((turns: number) => turns + 1, 0);
  const snapshot = getSnapshot();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came between drawing and this is all that is compared
  useEffect(() => {
    const change = () => startTransition(draw);
    const leave = subscribe(change);
    if (getSnapshot() !== snapshot) change();
    return leave;
  }, [subscribe]);
  return snapshot;
}
