import { useCallback, useSyncExternalStore } from "react";

/** The day under the crosshair, shared by a chart and what stands beside it without drawing the page anew. */
export type PointedDay = {
  get: () => string | null;
  set: (day: string | null) => void;
  watch: (watcher: () => void) => () => void;
};

export function createPointedDay(): PointedDay {
  let day: string | null = null;
  const watchers = new Set<() => void>();
  return {
    get: () => day,
    set: (next) => {
      if (next === day) return;
      day = next;
      for (const watcher of watchers) watcher();
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

const nowhere = () => () => {};

export function usePointedDay(pointed: PointedDay | undefined): string | null {
  const get = useCallback(() => pointed?.get() ?? null, [pointed]);
  return useSyncExternalStore(pointed?.watch ?? nowhere, get, () => null);
}
