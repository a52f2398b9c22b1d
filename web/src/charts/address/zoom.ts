import { isDay, lastDay } from "@/lib/day";
import { type Range, rangeStart } from "../range";

/** The stretch of a range that an address names; one that lies ahead or before the range has nothing to show. */
export function zoomOf(params: URLSearchParams, range: Range): { from: string; to: string } | null {
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  const last = lastDay();
  const isShown = from <= last && to >= (rangeStart(range, last) ?? "");
  return isDay(from) && isDay(to) && from <= to && isShown ? { from, to } : null;
}
