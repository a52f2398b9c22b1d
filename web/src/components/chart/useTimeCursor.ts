import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { addMonths, indexAtOrAfter, indexAtOrBefore } from "./dates";
import { indexAt, type Plot, xOf } from "./geometry";
import type { Span } from "./timeView";

type Request = {
  plot: Plot | null;
  days: readonly string[];
  onZoom: (span: Span) => void;
  /** Whether there was anything to reset. */
  onReset: () => boolean;
};

export type Cursor = { index: number; by: "pointer" | "keys" };

const leastDrag = 6;

function keyTarget(key: string, from: number, days: readonly string[]): number | null {
  const last = days.length - 1;
  const day = days[from] ?? "";
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, from - 1);
    case "ArrowRight":
      return Math.min(last, from + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    case "PageUp":
      return Math.max(0, Math.min(from - 1, indexAtOrBefore(days, addMonths(day, -1))));
    case "PageDown":
      return Math.min(last, Math.max(from + 1, indexAtOrAfter(days, addMonths(day, 1))));
    default:
      return null;
  }
}

/** The finger that comes second marks the other end of a stretch. */
function isSecondFinger({ pointerType, isPrimary }: PointerEvent<HTMLElement>): boolean {
  return pointerType === "touch" && !isPrimary;
}

/** Crosshair and selection of a stretch, by pointer and by keys. */
export function useTimeCursor({ plot, days, onZoom, onReset }: Request) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const last = days.length - 1;
  const index = cursor === null ? null : Math.min(cursor.index, last);
  const selection: Span | null =
    anchor === null || index === null || anchor === index
      ? null
      : { from: Math.min(anchor, index), to: Math.max(anchor, index) };

  function clear(): void {
    setCursor(null);
    setAnchor(null);
  }

  function zoom(span: Span): void {
    clear();
    onZoom(span);
  }

  function place(event: PointerEvent<HTMLElement>): number | null {
    if (!plot || last < 0) return null;
    const left = event.currentTarget.getBoundingClientRect().left;
    return indexAt(plot, event.clientX - left);
  }

  const pointer = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const at = place(event);
      if (at === null || event.button !== 0) return;
      if (isSecondFinger(event)) {
        setAnchor(at);
        return;
      }
      setCursor({ index: at, by: "pointer" });
      if (event.pointerType === "touch") return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setAnchor(at);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const at = place(event);
      if (at !== null && isSecondFinger(event)) setAnchor(at);
      else if (at !== null && at !== cursor?.index) setCursor({ index: at, by: "pointer" });
    },
    onPointerUp() {
      const wide =
        plot && selection && xOf(plot, selection.to) - xOf(plot, selection.from) >= leastDrag;
      setAnchor(null);
      if (wide && selection) zoom(selection);
    },
    onPointerCancel: clear,
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== "touch" && anchor === null) clear();
    },
  };

  /** Takes back the last thing; tells whether there was one. */
  function stepBack(): boolean {
    if (cursor === null && anchor === null) return onReset();
    clear();
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (last < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (stepBack()) event.preventDefault();
      return;
    }
    if (event.key === "Enter" && selection) {
      event.preventDefault();
      zoom(selection);
      return;
    }
    // The first key shows the crosshair on the last day.
    const from = index ?? (event.key === "ArrowLeft" ? last + 1 : last);
    const target = keyTarget(event.key, from, days);
    if (target === null) return;
    event.preventDefault();
    if (!event.shiftKey) setAnchor(null);
    else if (anchor === null) setAnchor(Math.min(from, last));
    setCursor({ index: target, by: "keys" });
  }

  return {
    cursor: cursor && index !== null ? { ...cursor, index } : null,
    selection,
    pointer,
    onKeyDown,
    clear,
  };
}
