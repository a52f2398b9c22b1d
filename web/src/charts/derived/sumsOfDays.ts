import { addDays, type Day } from "@/lib/dates/day";
import { exactSum } from "@/lib/exactSum";
import { earlierOf, endOf } from "../measures/intervals";
import type { Value } from "../types";
import type { DayAggregation, DayAmounts } from "./conversionPlan";

/** The first and the last of some days. */
type Span = readonly [Day, Day];

/** The days whose amounts a value adds up, and those whose amounts it takes off. */
type Spans = { added: Span; taken: Span | null };

/** The days of the value of an interval; `first` is the first day of the chart, with which running totals begin. */
export function spansOf(
  { measure, mode }: DayAggregation,
  first: Day,
  start: Day,
  end: Day,
): Spans {
  if (mode === "cumulative") return { added: [first, end], taken: null };
  if (measure.kind === "flow") return { added: [start, end], taken: null };
  const until = (day: Day): Span => [addDays(day, 1 - (measure.sumOfDays ?? 1)), day];
  return { added: until(end), taken: mode === "flow" ? until(addDays(start, -1)) : null };
}

/** Adds up the amounts between two places; a sum that begins where the last one did goes on from there. */
function adder(amounts: readonly Value[]) {
  let last: { from: number; to: number; parts: readonly number[] } | null = null;
  return (from: number, to: number): number => {
    const known = last?.from === from && last.to <= to ? last : null;
    const begin = known ? known.to + 1 : from;
    const values = [...(known?.parts ?? [])];
    for (const amount of amounts.slice(begin, to + 1)) if (amount !== null) values.push(amount);
    const sum = exactSum(values);
    // The rounding error of this sum is carried into the next one.
    last = { from, to, parts: [sum, exactSum([...values, -sum])] };
    return sum;
  };
}

/** The values of intervals, each named by its first day, made of amounts of days; days without an amount add nothing. */
export function madeOfDays(
  { making, dates }: Pick<DayAmounts, "making" | "dates">,
  amounts: readonly Value[],
  days: readonly Day[],
): readonly number[] {
  const places = new Map(dates.map((date, place) => [date, place]));
  const placeOf = (day: Day) => {
    if (day < (dates[0] ?? day)) return -1;
    return places.get(day) ?? dates.length - 1;
  };
  const add = adder(amounts);
  const take = adder(amounts);
  const sumOf = ([from, to]: Span, sum: typeof add) => {
    const end = placeOf(to);
    return end < 0 ? 0 : sum(Math.max(0, placeOf(from)), end);
  };
  const [first = ""] = days;
  const newest = dates.at(-1) ?? "";
  return days.map((day) => {
    const end = earlierOf(endOf(making.interval, day), newest);
    const { added, taken } = spansOf(making, first, day, end);
    return sumOf(added, add) - (taken ? sumOf(taken, take) : 0);
  });
}

/** The most by which a value may differ from that of its days, as part of the largest of them: digits that rounding leaves. */
const tolerance = 1e-9;

type Amounts = { days: DayAmounts; of: readonly Value[]; rateOf: (day: Day) => number | undefined };

/**
 * The amounts with the level before the first change, where the days begin with the chart, as they do like for like: the
 * range decides on the members. It is the first level less the first change, of the very members of the chart.
 */
function withLevelBefore(
  days: readonly Day[],
  values: readonly Value[],
  { days: source, of }: Amounts,
): { dates: readonly Day[]; of: readonly Value[] } {
  const { making, dates } = source;
  const { measure, mode } = making;
  const isChange = mode === "flow" && measure.kind === "stock" && measure.sumOfDays === undefined;
  const [first = "", level = null, change = null] = [days[0], of[0], values[0]];
  if (!isChange || dates[0] !== first || level === null || change === null) return { dates, of };
  return { dates: [addDays(first, -1), ...dates], of: [level - change, ...of] };
}

/**
 * The values of intervals at the rates of their days. A value is withheld where its days do not make it in US$, which is so
 * if they include members that it leaves out, and where one of its days has no rate.
 */
export function convertedSums(
  days: readonly Day[],
  values: readonly Value[],
  amounts: Amounts,
): readonly Value[] {
  const { dates, of } = withLevelBefore(days, values, amounts);
  const source = { making: amounts.days.making, dates };
  const exchanged = of.map((amount, place) => {
    if (amount === null || amount === 0) return amount;
    return amount * (amounts.rateOf(dates[place] ?? "") ?? Number.NaN);
  });
  const plain = madeOfDays(source, of, days);
  const made = madeOfDays(source, exchanged, days);
  const largest = of.reduce<number>((most, one) => Math.max(most, Math.abs(one ?? 0)), 0);
  return days.map((_, place) => {
    const [value = null, sum = Number.NaN] = [values[place], plain[place]];
    const result = made[place] ?? Number.NaN;
    if (value === null || !Number.isFinite(result)) return null;
    const isMade = Math.abs(sum - value) <= tolerance * Math.max(largest, Math.abs(value));
    return isMade ? result : null;
  });
}
