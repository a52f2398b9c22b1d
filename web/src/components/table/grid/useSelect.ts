import { useCallback, useRef } from "react";
import type { RowFacts } from "../Table";

export type Selection = {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
};

/** Selects rows: `toggle` for the box of one, `head` for the box of all. */
export function useSelect<Row>(
  rows: ReadonlyArray<Row>,
  facts: RowFacts<Row>,
  selection: Selection | undefined,
) {
  const latest = useRef({ rows, facts, selection });
  latest.current = { rows, facts, selection };
  // Stable, so that choosing one row does not draw the others again.
  const toggle = useCallback((index: number) => {
    const { rows, facts, selection } = latest.current;
    const row = rows[index];
    if (row === undefined || !selection) return;
    const ids = new Set(selection.ids);
    const id = facts.id(row);
    if (!ids.delete(id)) ids.add(id);
    selection.onChange(ids);
  }, []);
  if (!selection) return null;
  const chosen = rows.filter((row) => selection.ids.has(facts.id(row)));
  const all = rows.length > 0 && chosen.length === rows.length;
  const onAll = () => {
    const ids = new Set(selection.ids);
    for (const row of rows) {
      if (all) ids.delete(facts.id(row));
      else ids.add(facts.id(row));
    }
    selection.onChange(ids);
  };
  return { toggle, head: { all, some: chosen.length > 0, onAll } };
}
