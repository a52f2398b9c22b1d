import { addMonths } from "@/lib/dates/day";
import { dayNumber, dayOfNumber } from "./dates";

export const ranges = ["30D", "90D", "1Y", "All"] as const;
export type Range = (typeof ranges)[number];

/** The range that charts open on. */
export const defaultRange: Range = "1Y";

/** The first day of a range that ends on a day; null for all days. */
export function rangeStart(range: Range, lastDay: string): string | null {
  if (range === "All") return null;
  if (range === "1Y") return addMonths(lastDay, -12);
  return dayOfNumber(dayNumber(lastDay) - (range === "30D" ? 30 : 90));
}
