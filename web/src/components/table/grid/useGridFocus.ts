import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { nearestPlace, type Place, parsePlace, placeAfterKey, placeName } from "./gridKeys";

type GridFocusOptions = {
  rows: number;
  columns: number;
  /** Brings a row that is not drawn into the window. */
  reveal: (row: number) => void;
  /** Enter in a cell. */
  onOpen: (place: Place, event: KeyboardEvent) => void;
  onSelect: ((row: number) => void) | undefined;
};

const enterable = ":is(a[href], button, input, select, textarea):not([data-cover])";

export type GridFocus = ReturnType<typeof useGridFocus>;

/** One tab stop for a whole grid; the keys move it from cell to cell. */
export function useGridFocus(options: GridFocusOptions) {
  const { rows, columns, reveal } = options;
  const table = useRef<HTMLTableElement | null>(null);
  const target = useRef<Place | null>(null);
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const active = nearestPlace(place, { rows, columns });

  // Runs after every drawing: a row far away is drawn one or two renders after the key.
  useEffect(() => {
    if (!target.current) return;
    const cell = findCell(table.current, target.current);
    if (!cell) return;
    target.current = null;
    cell.focus();
  });

  const moveTo = useCallback(
    (next: Place) => {
      target.current = next;
      setPlace(next);
      const cell = findCell(table.current, next);
      if (!cell) return reveal(next.row);
      target.current = null;
      cell.focus();
    },
    [reveal],
  );

  const onFocus = (event: FocusEvent) => {
    const at = parsePlace(cellOf(event.target)?.dataset.cell);
    if (at && (at.row !== active.row || at.column !== active.column)) setPlace(at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    const at = parsePlace(cell?.dataset.cell);
    if (!cell || !at || event.altKey) return;
    if (event.target !== cell) {
      if (event.key === "Escape" || event.key === "F2") cell.focus();
      return;
    }
    if (event.key === "F2") return enter(cell);
    if (at.row >= 0 && event.key === " " && options.onSelect && cell.tagName !== "INPUT") {
      event.preventDefault();
      return options.onSelect(at.row);
    }
    if (at.row >= 0 && event.key === "Enter" && cell.tagName !== "A") {
      event.preventDefault();
      return options.onOpen(at, event);
    }
    const size = { rows, columns, pageRows: visibleRows(table.current) };
    const rightToLeft = table.current?.closest("[dir]")?.getAttribute("dir") === "rtl";
    const next = placeAfterKey(event, at, size, rightToLeft);
    if (!next) return;
    event.preventDefault();
    moveTo(next);
  };

  return { table, active, onFocus, onKeyDown };
}

function cellOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
}

function findCell(table: HTMLTableElement | null, place: Place): HTMLElement | null {
  return table?.querySelector<HTMLElement>(`[data-cell="${placeName(place)}"]`) ?? null;
}

function enter(cell: HTMLElement): void {
  cell.querySelector<HTMLElement>(enterable)?.focus();
}

/** A page of rows is what the window of the table shows. */
function visibleRows(table: HTMLTableElement | null): number {
  const height = table?.closest("[data-scroller]")?.clientHeight ?? 0;
  const row = table?.querySelector<HTMLElement>("tbody tr[data-row]")?.offsetHeight ?? 0;
  return row > 0 ? Math.max(1, Math.floor(height / row) - 2) : 10;
}
