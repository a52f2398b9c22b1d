import type { GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { addDays, type Day } from "@/lib/day";
import { formatDay } from "@/lib/format";
import type { Freshness, TimeData } from "../types";

/** When a series, or the members of a group, were last told of, and for how many days that stands. */
export type LastKnown = Pick<SeriesGroup, "last_date" | "carry_days">;

/** Whether what was told of a day no longer stands after another day. */
export function isStale({ last_date: last, carry_days: days }: LastKnown, until: Day): boolean {
  return last !== null && addDays(last, days) <= until;
}

/** Whether the next value is due: what is told regularly stands for about two of its intervals. */
export function isLate({ last_date: last, carry_days: days }: LastKnown, until: Day): boolean {
  return last !== null && addDays(last, Math.ceil(days / 2)) <= until;
}

/** Of what nothing was told. */
export const neverKnown: LastKnown = { last_date: null, carry_days: 0 };

/** What of several was told last; of the same day, what stands longest. */
export function newestOf(all: readonly LastKnown[]): LastKnown {
  return all.reduce((newest, { last_date, carry_days }) => {
    const [day, known] = [last_date ?? "", newest.last_date ?? ""];
    const isNewer = day > known || (day === known && carry_days > newest.carry_days);
    return isNewer ? { last_date, carry_days } : newest;
  }, neverKnown);
}

/** What a chart draws of an answer: its groups, or all together. */
export function lastKnownOf({ groups, total }: GetAggregateResponse): readonly LastKnown[] {
  return groups.length > 0 ? groups : [total];
}

/** Why the end of a chart is old; null where it is not. */
export function freshnessOf(
  { days }: TimeData,
  dates: readonly string[],
  lastKnown: readonly LastKnown[],
): Freshness | null {
  const drawn = days.at(-1);
  const until = dates.at(-1);
  if (drawn === undefined || until === undefined || drawn >= until) return null;
  const newest = newestOf(lastKnown);
  // A series can have values behind the range, and a gap at its end.
  const last = newest.last_date !== null && newest.last_date <= until ? newest.last_date : drawn;
  const state = isStale({ ...newest, last_date: last }, until) ? "stale" : "late";
  return { state, text: `No values newer than ${formatDay(last)}` };
}
