import type { SeriesInterval } from "@/api/contract";
import { addDays, addMonths, type Day } from "@/lib/dates/day";
import { formatDay, formatMonth } from "@/lib/format";

const months = { month: 1, quarter: 3, year: 12 } as const;

/** The last day of the interval that begins on a day. */
export function endOf(interval: SeriesInterval, start: Day): Day {
  if (interval === "day") return start;
  if (interval === "week") return addDays(start, 6);
  return addDays(addMonths(start, months[interval]), -1);
}

/** The last day of the newest month that is over at the end of a day. */
export function lastMonthEnd(day: Day): Day {
  return addDays(`${addDays(day, 1).slice(0, 7)}-01`, -1);
}

/** The name of an interval: a day, "Week of 2 Nov 2026", "November 2026", "Q4 2026", "2026". */
export function intervalName(interval: SeriesInterval, start: Day): string {
  if (interval === "day") return formatDay(start);
  if (interval === "week") return `Week of ${formatDay(start)}`;
  if (interval === "month") return formatMonth(start);
  const year = start.slice(0, 4);
  return interval === "year" ? year : `Q${Math.ceil(Number(start.slice(5, 7)) / 3)} ${year}`;
}

export function earlierOf(one: Day, other: Day): Day {
  if (one < other) return one;
  return other;
}
