import { createStore } from "@/lib/createStore";

const store = createStore(false);
let typed = "";

/** Opens or closes the command palette, from wherever in the page. */
export function setPaletteOpen(next: boolean): void {
  if (store.get() === next) return;
  typed = "";
  store.set(next);
}

export const usePaletteOpen = store.useValue;

export const isPaletteOpen = store.get;

/** Keeps what is typed before the search box is there to take it; false for keys that write nothing. */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (!isPaletteOpen() || ctrlKey || metaKey || altKey || isComposing) return false;
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
