import { indexAtOrAfter, indexAtOrBefore } from "../dates";
import { type Range, rangeStart } from "../range";

type VisibleRange = { zoom: { from: string; to: string } | null; range: Range };

/** The days that a chart shows: those of the zoom, else of the range. */
export function shownDays(
  days: readonly string[],
  { zoom, range }: VisibleRange,
): readonly string[] {
  if (days.length === 0) return days;
  const start = zoom?.from ?? rangeStart(range, days.at(-1) ?? "");
  const from = start === null ? 0 : indexAtOrAfter(days, start);
  const to = zoom ? indexAtOrBefore(days, zoom.to) : days.length - 1;
  return days.slice(from, to + 1);
}
