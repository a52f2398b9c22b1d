import { isDay, lastDay } from "@/lib/dates/day";
import { type Range, rangeStart } from "./range";

/** The stretch of a range between two days; one that lies ahead or before the range has nothing to show. */
export function zoomOf(
  from: string,
  to: string,
  range: Range,
): { from: string; to: string } | null {
  const last = lastDay();
  const isShown = from <= last && to >= (rangeStart(range, last) ?? "");
  return isDay(from) && isDay(to) && from <= to && isShown ? { from, to } : null;
}
