import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Up to here a browser lays out all rows quicker than it keeps a window of them. */
const drawAllUpTo = 200;

type RenderedRow = { index: number; gapBefore: number };

/** Which rows to draw. All rows of a table are equally high, as the density says. */
export function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  activeRow: number,
) {
  const virtual = count > drawAllUpTo;
  const [rowHeight, setRowHeight] = useState(36);
  const probe = useRef<HTMLDivElement>(null);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const keep = activeRow >= 0 && activeRow < range.count && !indexes.includes(activeRow);
      // The row with the focus stays drawn wherever the window is, or the focus would be lost.
      return keep ? [...indexes, activeRow].sort((left, right) => left - right) : indexes;
    },
    [activeRow],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // Inside an effect, where the window reports its size, nothing can be drawn at once.
    useFlushSync: false,
    initialRect: { width: 0, height: 720 },
    overscan: 12,
    rangeExtractor,
    scrollPaddingEnd: 2 * rowHeight,
  });

  useEffect(() => {
    const measured = probe.current;
    if (!measured) return;
    const observer = new ResizeObserver(() => {
      if (measured.offsetHeight > 0) setRowHeight(measured.offsetHeight);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (rowHeight > 0) virtualizer.measure();
  }, [rowHeight, virtualizer]);

  const reveal = useCallback((row: number) => virtualizer.scrollToIndex(row), [virtualizer]);
  return { probe, reveal, ...draw(virtualizer, virtual, count) };
}

function draw(
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLTableRowElement>>,
  virtual: boolean,
  count: number,
): { drawn: RenderedRow[]; gapAfter: number } {
  if (!virtual) {
    return {
      drawn: Array.from({ length: count }, (_, index) => ({ index, gapBefore: 0 })),
      gapAfter: 0,
    };
  }
  let end = 0;
  const drawn = virtualizer.getVirtualItems().map((item) => {
    const gapBefore = item.start - end;
    end = item.end;
    return { index: item.index, gapBefore };
  });
  return { drawn, gapAfter: virtualizer.getTotalSize() - end };
}
