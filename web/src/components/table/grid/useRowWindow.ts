import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Up to this number a browser lays out all rows faster than it updates a window of them. */
const renderAllUpTo = 200;

/** Rows rendered above and below the window, and the step in which it moves. */
const overscan = 12;

/** The height of the window before the first layout, as in the exported page. */
const unknownHeight = 720;

type RenderedRow = { index: number; gapBefore: number };

/** The rows to render, each with the room of those left out before it, and the room after the last one. */
export type RowWindow = { rendered: ReadonlyArray<RenderedRow>; gapAfter: number };

type RowRange = { first: number; last: number };

function shownIn(scroller: HTMLElement, rowHeight: number): RowRange {
  const height = scroller.clientHeight || unknownHeight;
  const first = Math.floor(scroller.scrollTop / rowHeight / overscan) * overscan - overscan;
  const visible = Math.ceil(height / rowHeight / overscan) * overscan;
  return { first, last: first + visible + 3 * overscan };
}

/** Follows the scrolled place and the height of the table while it has too many rows to render all of them. */
function useWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number, enabled: boolean) {
  const [shown, setShown] = useState<RowRange>({ first: 0, last: 4 * overscan });
  useEffect(() => {
    const element = scroller.current;
    if (!enabled || !element) return;
    const follow = () => {
      const next = shownIn(element, rowHeight);
      setShown((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    follow();
    element.addEventListener("scroll", follow, { passive: true });
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", follow);
      observer.disconnect();
    };
  }, [scroller, rowHeight, enabled]);
  return shown;
}

/** The rows to render. All rows of a table have the same height, which follows from the density. */
export function useRowWindow(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  activeRow: number,
) {
  const windowed = count > renderAllUpTo;
  const [rowHeight, setRowHeight] = useState(36);
  const probe = useRef<HTMLDivElement>(null);
  const shown = useWindow(scroller, rowHeight, windowed);

  useEffect(() => {
    const measured = probe.current;
    if (!measured) return;
    const observer = new ResizeObserver(() => {
      if (measured.offsetHeight > 0) setRowHeight(measured.offsetHeight);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);

  // A row outside of the window is not there to be scrolled to.
  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = row * rowHeight;
      // The header covers one row, and the total another.
      const bottom = top + 3 * rowHeight - (element.clientHeight || unknownHeight);
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop) element.scrollTop = bottom;
    },
    [scroller, rowHeight],
  );
  const window = rowsOf(windowed ? shown : null, count, activeRow, rowHeight);
  return { probe, reveal, window };
}

/** The row with the focus is rendered wherever the window is, or the focus would be lost. */
function rowsOf(
  shown: RowRange | null,
  count: number,
  activeRow: number,
  rowHeight: number,
): RowWindow {
  const { first, last } = shown ?? { first: 0, last: count };
  const from = Math.max(0, Math.min(first, count - 1));
  const to = Math.min(count, last);
  const indexes = Array.from({ length: to - from }, (_, place) => from + place);
  if (activeRow >= 0 && activeRow < from) indexes.unshift(activeRow);
  if (activeRow >= to && activeRow < count) indexes.push(activeRow);
  let end = 0;
  const rendered = indexes.map((index): RenderedRow => {
    const gapBefore = (index - end) * rowHeight;
    end = index + 1;
    return { index, gapBefore };
  });
  return { rendered, gapAfter: (count - end) * rowHeight };
}
