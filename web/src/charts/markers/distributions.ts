import type { GetAggregateRequest, GetAggregateResponse, SeriesInterval } from "@/api/contract";
import { useAggregate } from "@/api/series";
import type { Day } from "@/lib/dates/day";
import { formatPrice } from "@/lib/format";
import { endOf } from "../measures/intervals";
import { shortText } from "../measures/units";
import { type AggregateQuery, requestOf } from "../queries/aggregateQuery";
import type { Mark } from "../types";

/** An amount per unit, paid on its ex-date. */
export type Distribution = { date: Day; amount: number };

/** The distributions of an answer by day, the oldest first. */
export function distributionsIn({ dates, total }: GetAggregateResponse): readonly Distribution[] {
  return dates.flatMap((date, place) => {
    const amount = total.values[place] ?? null;
    return amount === null || amount === 0 ? [] : [{ date, amount }];
  });
}

function amountText(amount: number, { unit, measure_slug: measure }: GetAggregateResponse): string {
  return unit === "usd" ? formatPrice(amount) : shortText(amount, { unit, measure });
}

/**
 * The intervals of a chart in which something was paid out, with how much. A chart ends with its newest value: what was
 * paid later has no place on it.
 */
export function distributionMarks(
  days: readonly Day[],
  interval: SeriesInterval,
  answer: GetAggregateResponse,
): readonly Mark[] {
  const notes = new Map<Day, string>();
  for (const { date, amount } of distributionsIn(answer)) {
    const day = days.findLast((start) => start <= date);
    if (day === undefined || date > endOf(interval, day)) continue;
    const text = `distribution of ${amountText(amount, answer)} per unit`;
    notes.set(day, [notes.get(day), text].filter(Boolean).join(", "));
  }
  return [...notes].map(([day, note]) => ({ day, note, shape: "triangle", noun: "distributions" }));
}

/** The distributions of what a chart is about; its values never wait for them. */
export function useDistributions(
  query: AggregateQuery | undefined,
  { from, to }: Pick<GetAggregateRequest, "from" | "to">,
): GetAggregateResponse | undefined {
  const request = query && from && to ? requestOf(query, { from, to, mode: "flow" }) : null;
  const answer = useAggregate(request).data;
  // An answer may be that of an earlier request.
  return request === null ? undefined : answer;
}
