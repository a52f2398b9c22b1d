import { useSyncExternalStore } from "react";

let open = false;
let typed = "";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens or closes the command palette, from wherever in the page. */
export function setPaletteOpen(next: boolean): void {
  if (open === next) return;
  open = next;
  typed = "";
  for (const listener of listeners) listener();
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
}

/** Keeps what is typed before the search box is there to take it; false for keys that write nothing. */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (!open || ctrlKey || metaKey || altKey || isComposing) return false;
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (Array.from(key).length === 1) typed += key;
  else return false;
  return true;
}

/** Hands over what was typed, once. */
export function takeTyped(): string {
  const taken = typed;
  typed = "";
  return taken;
}

export function isPaletteOpen(): boolean {
  return open;
}
