import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { addMonths } from "@/lib/dates/day";
import { indexAtOrAfter, indexAtOrBefore } from "../dates";
import { indexAt, type Plot, xOf } from "./geometry";
import type { Span } from "./timeView";

type Request = {
  plot: Plot | null;
  days: readonly string[];
  onZoom: (span: Span) => void;
  /** Whether there was anything to reset. */
  onReset: () => boolean;
  /** Where something beside the chart points. */
  pointed?: number | null;
  onPoint?: (index: number | null) => void;
  /** A press on a day, or Enter on it. */
  onChoose?: ((index: number) => void) | undefined;
};

export type Cursor = { index: number; by: "pointer" | "keys" | "elsewhere" };

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
export function useTimeCursor(request: Request) {
  const { plot, days, onZoom, onReset, pointed = null, onPoint, onChoose } = request;
  const [own, setOwn] = useState<Cursor | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  // A finger explains a day by a second press on it: the first one shows its figures.
  const pressed = useRef<number | null>(null);
  const cursor: Cursor | null =
    own ?? (pointed === null ? null : { index: pointed, by: "elsewhere" });
  const last = days.length - 1;
  const index = cursor === null ? null : Math.min(cursor.index, last);
  const selection: Span | null =
    anchor === null || index === null || anchor === index
      ? null
      : { from: Math.min(anchor, index), to: Math.max(anchor, index) };

  function setCursor(next: Cursor | null): void {
    setOwn(next);
    onPoint?.(next?.index ?? null);
  }

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
      pressed.current = event.pointerType !== "touch" || own?.index === at ? at : null;
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
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const wide =
        plot && selection && xOf(plot, selection.to) - xOf(plot, selection.from) >= leastDrag;
      const chosen = place(event) === pressed.current ? pressed.current : null;
      pressed.current = null;
      setAnchor(null);
      if (wide && selection) zoom(selection);
      else if (chosen !== null) onChoose?.(chosen);
    },
    onPointerCancel: clear,
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== "touch" && anchor === null) clear();
    },
  };

  /** Undoes the last step; returns whether there was one. */
  function stepBack(): boolean {
    if (cursor === null && anchor === null) return onReset();
    clear();
    return true;
  }

  /** Zooms into what is selected, or chooses the day; returns whether there was either. */
  function enter(): boolean {
    if (selection) zoom(selection);
    else if (onChoose && own && index !== null) onChoose(index);
    else return false;
    return true;
  }

  const actions = new Map([
    ["Escape", stepBack],
    ["Enter", enter],
  ]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (last < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = actions.get(event.key);
    if (act) {
      if (act()) event.preventDefault();
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
