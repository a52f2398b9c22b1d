import type { GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { addDays, type Day } from "@/lib/dates/day";
import { formatDay, formatMonth } from "@/lib/format";
import type { Freshness, TimeData } from "../types";

/** The day of the last value of a series or a group, and for how many days that value stands. */
export type LastKnown = Pick<SeriesGroup, "last_date" | "carry_days">;

/** Whether the last value no longer stands after a day. */
export function isStale({ last_date: last, carry_days: days }: LastKnown, until: Day): boolean {
  return last !== null && addDays(last, days) <= until;
}

/** The name of a series in a comparison: "3-month Treasury (ends in May 2024)" where its last value is stale on a day. */
export function nameInComparison(name: string, known: LastKnown, until: Day): string {
  return nameWithEnd(name, staleEnd(known, until));
}

/** The last day of a series whose last value is stale on a day; null of others. */
export function staleEnd(known: LastKnown, until: Day): Day | null {
  return isStale(known, until) ? known.last_date : null;
}

/** The name of a series, with the day on which it ended. */
export function nameWithEnd(name: string, end: Day | null): string {
  return end === null ? name : `${name} (ends in ${formatMonth(end)})`;
}

/** The name of a series without the day on which it ended. */
export function nameWithoutEnd(name: string): string {
  return name.replace(/ \(ends in [^()]*\)$/, "");
}

/** Whether the next value is due: regular values stand for about two of their intervals. */
export function isLate({ last_date: last, carry_days: days }: LastKnown, until: Day): boolean {
  return last !== null && addDays(last, Math.ceil(days / 2)) <= until;
}

/** A series without any value. */
export const noKnownValue: LastKnown = { last_date: null, carry_days: 0 };

/** The most recent of several; of the same day, the one that stands longest. */
export function newestOf(all: readonly LastKnown[]): LastKnown {
  return all.reduce((newest, { last_date, carry_days }) => {
    const [day, known] = [last_date ?? "", newest.last_date ?? ""];
    const isNewer = day > known || (day === known && carry_days > newest.carry_days);
    return isNewer ? { last_date, carry_days } : newest;
  }, noKnownValue);
}

/** The drawn groups of an answer, or all together. */
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
