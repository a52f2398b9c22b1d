import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens or closes the privacy choices, from the footer and from the banner. */
export function setChoicesOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

export function useChoicesOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
}
