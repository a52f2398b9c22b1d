import { useSyncExternalStore } from "react";

/** A value that lives outside of React and that components follow; the exported page has the first one. */
export function createStore<Value>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get: () => value,
    watch,
    set: (next: Value) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () =>
      useSyncExternalStore(
        watch,
        () => value,
        () => first,
      ),
    /** A part of it, so that the component is drawn anew only when that part changes. */
    useSelected: <Selected>(select: (value: Value) => Selected) =>
      useSyncExternalStore(
        watch,
        () => select(value),
        () => select(first),
      ),
  };
}
