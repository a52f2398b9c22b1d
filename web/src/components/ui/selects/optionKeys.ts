/** Moves through an open list of options, chooses one or closes it. */
export type KeyAction = { kind: "move"; to: number } | { kind: "pick" } | { kind: "close" };

type OptionListState = { labels: ReadonlyArray<string>; active: number; searchable: boolean };

function moveTo(key: string, { labels, active, searchable }: OptionListState): number {
  const count = labels.length;
  if (key === "ArrowDown") return (active + 1) % count;
  if (key === "ArrowUp") return (active - 1 + count) % count;
  // In a search box these keys belong to its text, and so do letters.
  if (searchable) return -1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key.length !== 1 || key === " ") return -1;
  // The same letter again leads to the next option that begins with it.
  const begins = (at: number) => labels[at % count]?.toLowerCase().startsWith(key.toLowerCase());
  const steps = labels.findIndex((_, step) => begins(active + 1 + step));
  return steps < 0 ? -1 : (active + 1 + steps) % count;
}

/** Null leaves the key to the browser. */
export function keyAction(key: string, shown: OptionListState): KeyAction | null {
  if (key === "Escape") return { kind: "close" };
  // Without a match, Tab leads to the button that shows all.
  if (shown.labels.length === 0) return null;
  if (key === "Tab") return { kind: "close" };
  if (key === "Enter" || (key === " " && !shown.searchable)) return { kind: "pick" };
  const to = moveTo(key, shown);
  return to < 0 ? null : { kind: "move", to };
}
