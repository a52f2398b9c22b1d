import {
  type GetAggregateRequest,
  type GetAggregateResponse,
  type GetSeriesRequest,
  type GetSeriesResponse,
  mostAnswerValues,
  mostChartGroups,
  type SeriesInterval,
  type SeriesKey,
  type SeriesMode,
} from "@/api/contract";
import { addDays, type Day, lastDay } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
import { type Currency, currencies } from "../currencies";
import { allKey, groupKey, lineId, otherKey, subjectOfLine } from "../data/timeData";
import { earlierOf, endOf } from "../measures/intervals";
import type { Measure } from "../measures/measure";
import { measureOf } from "../measures/measures";
import type { ChartState, Value } from "../types";

/** The request that a chart was loaded by. */
export type ChartSource = GetAggregateRequest | GetSeriesRequest;

export type ConversionSettings = {
  currency: Currency;
  interval: SeriesInterval;
  asOf: string | null;
  /** Null where nothing was. */
  source: ChartSource | null;
};

/** How the values of a chart follow from amounts of days. */
export type DayAggregation = { measure: Measure; mode: SeriesMode; interval: SeriesInterval };

/** The requests of a conversion: the rates, and where a value has several rates, the amounts of its days. */
export type ConversionPlan = {
  rates: GetSeriesRequest;
  groups: GetAggregateRequest | null;
  lines: GetSeriesRequest | null;
  making: DayAggregation | null;
  /** The state that is shown instead of values that cannot be converted. */
  refusal: ChartState | null;
};

/** The amounts of days, which lie next to each other. */
export type DayAmounts = {
  making: DayAggregation;
  dates: readonly Day[];
  /** The values of a series of the chart. */
  of: (id: string) => readonly Value[];
};

/** The most days of one answer with as many groups as there may be, all others as one, and the total. */
const mostGroupedDays = Math.floor(mostAnswerValues / (mostChartGroups + 2));

/** Levels, and sums of one day, are converted at one rate. */
function makingOf(source: ChartSource | null, interval: SeriesInterval): DayAggregation | null {
  const slug = source && ("keys" in source ? source.keys[0]?.measure : source.measure);
  const measure = measureOf(slug ?? "");
  const mode = source?.mode ?? "level";
  if (!measure) return null;
  const hasOneRate =
    mode === "level"
      ? measure.sumOfDays === undefined
      : mode === "flow" && measure.kind === "flow" && interval === "day";
  return hasOneRate ? null : { measure, mode, interval };
}

/**
 * Why the days of a chart would be of other members than its values. Like for like takes those with a value in the first and
 * in the last interval: in other intervals, or of another measure, others have one. The sums could agree nevertheless, and
 * the rates would still count the levels of the others.
 */
function refusalOf(source: ChartSource | null, making: DayAggregation | null, currency: Currency) {
  if (!making || !source || "keys" in source || !source.is_cohort) return null;
  const { measure, interval } = making;
  if (interval === "day" && measure.sumOfDays === undefined) return null;
  const { code } = currencies[currency];
  const text =
    measure.sumOfDays === undefined
      ? "Like for like, changes and sums can be converted only day by day. Show days where they are offered, turn off Like for like, or show US$."
      : `Like for like, sums over ${measure.sumOfDays} days cannot be converted. Turn off Like for like, or show US$.`;
  return { status: "empty" as const, title: `No values in ${code}`, text };
}

/** The range of the days of a chart. Like for like, another one than that of the chart would have other members. */
function rangeOf(source: ChartSource, { from, to }: Record<"from" | "to", Day>) {
  if ("keys" in source || !source.is_cohort) return { from, to: earlierOf(to, source.to ?? to) };
  return { from: source.from ?? from, to: source.to ?? to };
}

function keyOf(currency: Currency): SeriesKey {
  return {
    subject_kind: "benchmark",
    subject_slug: `ecb-eur-${currency}`,
    measure: "units_per_euro",
  };
}

/** The requests for the intervals of a chart, each named by its first day. */
export function planOf(days: readonly Day[], settings: ConversionSettings): ConversionPlan {
  const { currency, interval, asOf, source } = settings;
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const to = earlierOf(endOf(interval, last), asOf ?? lastDay());
  const making = makingOf(source, interval);
  const window = making?.measure.sumOfDays;
  // A change begins with the level of the day before, or with the days that this one adds up.
  const isSum = making?.measure.kind === "flow";
  const from = making && !isSum ? addDays(first, -(window ?? 1)) : first;
  const rates: GetSeriesRequest = {
    keys: currency === "eur" ? [keyOf("usd")] : [keyOf("usd"), keyOf(currency)],
    from,
    to,
    interval: making ? "day" : interval,
    ...(asOf ? { as_of: asOf } : {}),
  };
  const refusal = refusalOf(source, making, currency);
  const plan = { rates, groups: null, lines: null, making, refusal };
  if (!making || !source || refusal) return plan;
  const mode: SeriesMode = isSum || window !== undefined ? "flow" : "level";
  const range = rangeOf(source, { from, to });
  const ofDays = { ...range, interval: "day" as const, mode };
  const measure = window === undefined ? making.measure.slug : "net_flow_dollar";
  if ("keys" in source)
    return {
      ...plan,
      lines: { ...source, ...ofDays, keys: source.keys.map((key) => ({ ...key, measure })) },
    };
  // The largest of the last day are others than those of the last interval.
  const isShort = range.from > addDays(range.to, -mostGroupedDays);
  const limit = source.group_limit && isShort ? { group_limit: mostChartGroups } : {};
  return { ...plan, groups: { ...source, ...ofDays, measure, ...limit } };
}

/** The amounts of days by the series of a chart; all that have none of their own there are "other". */
function amountsOfGroups({ groups, total }: GetAggregateResponse, shown: ReadonlySet<string>) {
  const beyond = groups.filter((group) => group.is_other || !shown.has(groupKey(group)));
  const other = total.values.map((_, place) => sumOfKnown(beyond.map((one) => one.values[place])));
  const known = new Map(groups.map((group) => [groupKey(group), group.values]));
  return known.set(allKey, total.values).set(otherKey, other);
}

/**
 * The amounts of the line of a chart. Those of another measure may be of another source; which one it is, is not known where
 * the subject has several.
 */
function amountsOfLine({ lines }: GetSeriesResponse, id: string) {
  const own = lines.find((line) => lineId(line) === id);
  const [alone, ...more] = lines.filter(
    (line) => subjectOfLine(lineId(line)) === subjectOfLine(id),
  );
  return (own ?? (more.length === 0 ? alone : undefined))?.values ?? [];
}

type DayAnswers = {
  groups: GetAggregateResponse | undefined;
  lines: GetSeriesResponse | undefined;
};

/** The amounts of days that a plan needs; null while they are not there, undefined where it needs none. */
export function dayAmounts(
  { making }: ConversionPlan,
  { groups, lines }: DayAnswers,
  ids: readonly string[],
): DayAmounts | null | undefined {
  if (!making) return undefined;
  if (lines) return { making, dates: lines.dates, of: (id) => amountsOfLine(lines, id) };
  if (!groups) return null;
  const known = amountsOfGroups(groups, new Set(ids));
  return { making, dates: groups.dates, of: (id) => known.get(id) ?? [] };
}
