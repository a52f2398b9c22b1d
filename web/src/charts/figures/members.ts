import type { GetAggregateResponse } from "@/api/contract";
import type { Day } from "@/lib/dates/day";

/** From which difference on the coverage at both ends, or the part of new members, makes a change one of members. */
export const mostCoverageGap = 0.01;

/** The share of the members on a day that began after another one: they lack no value there, and are new since. */
function begunShare({ begun }: GetAggregateResponse, from: Day, to: Day): number {
  if (!begun) return 0;
  const later = (day: Day) =>
    begun.intervals.reduce((sum, { date, count }) => (date > day ? sum + count : sum), 0);
  const members = begun.count - later(to);
  return members > 0 ? (later(from) - later(to)) / members : 0;
}

/** Whether a member of a part began between two days on which it was a member of the whole already, as far as dates tell. */
export function isBegunAlone(
  whole: GetAggregateResponse,
  part: GetAggregateResponse,
  from: Day,
  to: Day,
) {
  const counts = new Map(whole.begun?.intervals.map(({ date, count }) => [date, count]));
  return (part.begun?.intervals ?? []).some(
    ({ date, count }) => from < date && date <= to && count > (counts.get(date) ?? 0),
  );
}

/** Whether the members at both ends of a change are not the same. */
export function isOfOthers(answer: GetAggregateResponse, first: number, last: number): boolean {
  const { dates, total } = answer;
  const [from, to] = [dates[first], dates[last]];
  if (from === undefined || to === undefined) return false;
  const [before, now] = [total.coverage[first] ?? null, total.coverage[last] ?? null];
  const isApart = before !== null && now !== null && Math.abs(now - before) > mostCoverageGap;
  return isApart || begunShare(answer, from, to) > mostCoverageGap;
}
