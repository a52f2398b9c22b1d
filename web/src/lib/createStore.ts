import { useSyncExternalStore } from "react";

/** The listeners of a value. While there are any, `connect` follows changes of the value from outside. */
function createListeners(connect?: (notify: () => void) => () => void) {
  const listeners = new Set<() => void>();
  let disconnect: (() => void) | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const watch = (listener: () => void) => {
    listeners.add(listener);
    if (listeners.size === 1) disconnect = connect?.(notify);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) disconnect?.();
    };
  };
  return { notify, watch };
}

/** A value that lives outside of React and that components follow; the exported page has the first one. */
export function createStore<Value>(first: Value) {
  let value = first;
  const { notify, watch } = createListeners();
  return {
    get: () => value,
    watch,
    set: (next: Value) => {
      if (Object.is(next, value)) return;
      value = next;
      notify();
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

/** Values that the browser keeps (its document, storage or clock) and components follow: `read` reads the present one. */
export function createSource(connect?: (notify: () => void) => () => void) {
  const { notify, watch } = createListeners(connect);
  return {
    notify,
    watch,
    useRead: <Value>(read: () => Value, exported: Value) =>
      useSyncExternalStore(watch, read, () => exported),
  };
}
