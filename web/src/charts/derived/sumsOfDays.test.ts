import { describe, expect, it } from "vitest";
import type { SeriesInterval, SeriesMode } from "@/api/contract";
import { addDays, addMonths, type Day } from "@/lib/dates/day";
import { exactSum } from "@/lib/exactSum";
import { earlierOf, endOf } from "../measures/intervals";
import { measureOf } from "../measures/measures";
import type { Value } from "../types";
import type { DayAggregation } from "./conversionPlan";
import { convertedSums, madeOfDays } from "./sumsOfDays";

/** A Monday with which a month begins. */
const first = "2026-06-01";
/** The number of known days before it, enough for sums of 30 days. */
const before = 31;
const dates = Array.from({ length: before + 91 }, (_, place) => addDays(first, place - before));
const last = dates.at(-1) ?? "";

/** A number between 0 and 1 from a seed, the same at every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function startsOf(interval: SeriesInterval): readonly Day[] {
  if (interval === "month") return [0, 1, 2].map((count) => addMonths(first, count));
  const step = interval === "week" ? 7 : 1;
  return dates.slice(before).filter((_, place) => place % step === 0);
}

function makingOf(slug: string, mode: SeriesMode, interval: SeriesInterval): DayAggregation {
  const measure = measureOf(slug);
  if (!measure) throw new Error(slug);
  return { measure, mode, interval };
}

const amountOf = (amounts: readonly Value[], day: Day) => amounts[dates.indexOf(day)] ?? 0;

/** The amounts from one day to another, added up one by one. */
function naiveSum(amounts: readonly Value[], from: Day, to: Day): number {
  return dates.reduce(
    (sum, date) => (from <= date && date <= to ? sum + amountOf(amounts, date) : sum),
    0,
  );
}

/** The value of an interval by what its measure and mode mean. */
function naive(
  { measure, mode, interval }: DayAggregation,
  amounts: readonly Value[],
  start: Day,
): number {
  const end = earlierOf(endOf(interval, start), last);
  const past = addDays(start, -1);
  if (mode === "cumulative") return naiveSum(amounts, first, end);
  if (measure.kind === "flow") return naiveSum(amounts, start, end);
  if (measure.sumOfDays === undefined) return amountOf(amounts, end) - amountOf(amounts, past);
  const window = (day: Day) => naiveSum(amounts, addDays(day, 1 - (measure.sumOfDays ?? 0)), day);
  return mode === "level" ? window(end) : window(end) - window(past);
}

const makings = [
  ["net_flow_dollar", "flow"],
  ["net_flow_dollar", "cumulative"],
  ["bridged_token_value_dollar", "flow"],
  ["net_flow_7d_dollar", "level"],
  ["net_flow_30d_dollar", "level"],
  ["net_flow_30d_dollar", "flow"],
] as const;
const intervals = ["day", "week", "month"] as const;

/** Amounts up to a million, some of which are missing, and rates about 0.9. */
function known(seed: number) {
  const next = random(seed);
  const amounts = dates.map((): Value => (next() < 0.2 ? null : (next() - 0.4) * 1e6));
  const rates = new Map(dates.map((date) => [date, 0.8 + next() / 5]));
  const exchanged = dates.map((date, place) => {
    const amount = amounts[place] ?? null;
    return amount === null ? null : amount * (rates.get(date) ?? 0);
  });
  return { amounts, exchanged, rateOf: (day: Day) => rates.get(day) };
}

/** The converted values, of values that are right in US$. */
function shown(
  making: DayAggregation,
  { amounts, rateOf }: Omit<ReturnType<typeof known>, "exchanged">,
) {
  const days = startsOf(making.interval);
  const values = days.map((day) => naive(making, amounts, day));
  const source = { making, dates, of: () => amounts };
  return convertedSums(days, values, { days: source, of: amounts, rateOf });
}

const near = (one: Value | undefined, other: number) =>
  expect(Math.abs((one ?? Number.NaN) - other)).toBeLessThan(1e-4);

describe("values made of days in another currency", () => {
  it("are those of a conversion day by day", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const days = known(seed);
      for (const [slug, mode] of makings)
        for (const interval of intervals) {
          const making = makingOf(slug, mode, interval);
          const values = shown(making, days);
          startsOf(interval).forEach((start, place) => {
            near(values[place], naive(making, days.exchanged, start));
          });
        }
    }
  });

  it("agree between days, weeks and months", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const days = known(seed);
      for (const [slug, mode] of makings) {
        const ofDays = shown(makingOf(slug, mode, "day"), days);
        for (const interval of ["week", "month"] as const) {
          const values = shown(makingOf(slug, mode, interval), days);
          startsOf(interval).forEach((start, place) => {
            const end = earlierOf(endOf(interval, start), last);
            const within = dates
              .slice(before)
              .flatMap((date, at) => (start <= date && date <= end ? (ofDays[at] ?? []) : []));
            // Sums and changes add up; levels and running totals are those of the last day.
            near(values[place], mode === "flow" ? exactSum(within) : (within.at(-1) ?? Number.NaN));
          });
        }
      }
    }
  });

  it("lose nothing in running totals", () => {
    const amounts = [1e16, 1, 1, -1e16, 0.1, 0.2, 0.3];
    const days = amounts.map((_, place) => addDays(first, place));
    const making = makingOf("net_flow_dollar", "cumulative", "day");
    expect(madeOfDays({ making, dates: days }, amounts, days)).toEqual(
      amounts.map((_, place) => exactSum(amounts.slice(0, place + 1))),
    );
  });

  it("are withheld where a day has no rate, or the days do not make the value in US$", () => {
    const days = [first, addDays(first, 7), addDays(first, 14)];
    const week = Array.from({ length: 21 }, (_, place) => addDays(first, place));
    const amounts = week.map((_, place) => (place === 0 ? 0 : 1));
    const making = makingOf("net_flow_dollar", "flow", "week");
    const source = { making, dates: week, of: () => amounts };
    // Nothing is nothing at any rate.
    const rateOf = (day: Day) => (day === first || day === addDays(first, 8) ? undefined : 0.5);
    const made = (values: readonly Value[]) =>
      convertedSums(days, values, { days: source, of: amounts, rateOf });
    expect(made([6, 7, 7])).toEqual([3, null, 3.5]);
    expect(made([6.1, 7, null])).toEqual([null, null, null]);
  });

  it("are whole where the days begin with the chart, as they do like for like", () => {
    const making = makingOf("bridged_token_value_dollar", "flow", "day");
    const days = startsOf("day");
    for (let seed = 1; seed <= 40; seed += 1) {
      const { amounts, exchanged, rateOf } = known(seed);
      const levels = amounts.slice(before).map((amount) => amount ?? 0);
      const values = days.map((day) => naive(making, amounts, day));
      const source = { making, dates: dates.slice(before), of: () => levels };
      const changes = convertedSums(days, values, { days: source, of: levels, rateOf });
      days.forEach((day, place) => {
        near(changes[place], naive(making, exchanged, day));
      });
    }
    const source = { making, dates: [first], of: () => [150] };
    const onlyToday = (day: Day) => (day === first ? 0.5 : undefined);
    const change = (values: readonly Value[], rateOf: (day: Day) => number | undefined) =>
      convertedSums([first], values, { days: source, of: [150], rateOf });
    // 150 at 0.5, less 100 at 0.4.
    expect(change([50], (day) => (day === first ? 0.5 : 0.4))).toEqual([35]);
    expect(change([50], onlyToday)).toEqual([null]);
    // All of it began on the first day.
    expect(change([150], onlyToday)).toEqual([75]);
  });

  it("begin at zero without an earlier level", () => {
    const days = [first, addDays(first, 1)];
    const amounts = [null, 100, 150];
    const making = makingOf("bridged_token_value_dollar", "flow", "day");
    const source = { making, dates: [addDays(first, -1), ...days], of: () => amounts };
    const rateOf = (day: Day) => (day === first ? 0.5 : 0.4);
    expect(convertedSums(days, [100, 50], { days: source, of: amounts, rateOf })).toEqual([50, 10]);
  });
});
