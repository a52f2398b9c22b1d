import { type KeyboardEvent, useState } from "react";

const pageStep = 5;

/** The part under the cursor, which keys move in the order of the legend. */
export function useCompositionCursor(ids: readonly string[]) {
  const [active, setActive] = useState<{ id: string; by: "pointer" | "keys" } | null>(null);
  const index = active === null ? -1 : ids.indexOf(active.id);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const last = ids.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      Home: 0,
      End: last,
      PageDown: index + pageStep,
      PageUp: index - pageStep,
    };
    if (event.key === "Escape") setActive(null);
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const id = ids[Math.min(last, Math.max(0, target))];
    if (id !== undefined) setActive({ id, by: "keys" });
  }

  return {
    active: index >= 0 && active ? { ...active, index } : null,
    onKeyDown,
    point: (id: string | null) => setActive(id === null ? null : { id, by: "pointer" }),
  };
}
