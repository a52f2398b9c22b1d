import type { useTRPCClient } from "@/api/client";
import type { GetAggregateResponse, SeriesGroup } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import type { Day } from "@/lib/dates/day";
import { formatAmountExact, formatChange, formatMonth } from "@/lib/format";
import { isLate, isStale } from "../data/freshness";
import { relativeChange } from "../explanation/windows";
import { endOf } from "../measures/intervals";
import { type Names, namesIn } from "../measures/names";
import type { Figure } from "../queries/market";
import { defaultPeriod, type Period, periodDays, periodLabel } from "./changePeriod";
import { exactOf, splitFigure, spokenOf } from "./figureText";

type Client = ReturnType<typeof useTRPCClient>;
export type MostFigure = Extract<Figure, { kind: "most" }>;

/** As many as an explanation names. */
const named = 10;

const noSum =
  "Not additive across assets: an address that uses several assets is counted once for each.";

type BusyGroup = SeriesGroup & { key: string; value: number };

/** The groups with a value in the newest known month, largest first. */
function busyIn(
  answer: GetAggregateResponse,
): { month: string; busy: ReadonlyArray<BusyGroup> } | null {
  const { dates, groups, group_count: count } = answer;
  const place = dates.findLastIndex((_, at) => groups.some(({ values }) => values[at] != null));
  const month = dates[place];
  // The answer has those with the most in its last month, and of one before it has any.
  const isCut = count > groups.filter(({ key }) => key !== null).length;
  if (month === undefined || (isCut && place < dates.length - 1)) return null;
  const busy = groups.flatMap((group): BusyGroup[] => {
    const { key, values } = group;
    const value = values[place] ?? null;
    return key === null || value === null ? [] : [{ ...group, key, value }];
  });
  return { month, busy: busy.toSorted((one, other) => other.value - one.value) };
}

/** The tile of the figure, and what explains it. */
export async function loadMostFigure(
  client: Client,
  figure: MostFigure,
  answer: GetAggregateResponse,
  { period, signal }: { period: Period; signal: AbortSignal },
): Promise<{ tile: KpiTileProps; explained: NumberKey | null }> {
  const keys = (busyIn(answer)?.busy ?? []).slice(0, named).map(({ key }) => key);
  const names = keys.length > 0 ? await namesIn(client, "assets", keys, signal) : new Map();
  return {
    tile: mostTile(figure, answer, names, period),
    explained: explainedMost(figure, answer, names),
  };
}

/** How one asset's count changed, in whole months: counts of months say nothing of days. */
function monthsChange(values: SeriesGroup["values"], place: number, month: Day, period: Period) {
  const months =
    period === "ytd" ? Number(month.slice(5, 7)) : Math.floor(periodDays(period, month) / 30);
  const label = periodLabel(period);
  if (months === 0) return `not compared over ${label}: counted by month`;
  const change = relativeChange(values[place] ?? null, values[place - months] ?? null);
  return change === null
    ? `not compared: no value ${label} before`
    : `${formatChange(change)} ${label}`;
}

/** The tile of what cannot be added up: the most that one asset has. */
export function mostTile(
  { label }: MostFigure,
  answer: GetAggregateResponse,
  names: Names,
  period: Period = defaultPeriod,
): KpiTileProps {
  const { month, busy } = busyIn(answer) ?? { month: "", busy: [] };
  const [first] = busy;
  if (!first) return { label, value: null, reason: "Not available", note: "Not available" };
  const { key, value, values } = first;
  const { name, symbol } = names.get(key) ?? { name: key, symbol: null };
  const lastDay = endOf("month", answer.dates.at(-1) ?? month);
  const state = isStale(first, lastDay) ? "stale" : isLate(first, lastDay) ? "late" : "fresh";
  return {
    label,
    value: splitFigure(value, "count"),
    exact: `${exactOf(value, "count")}. ${name} has the most. ${noSum}`,
    spoken: spokenOf(value, "count"),
    note: `${symbol ?? name}, the largest: ${monthsChange(values, answer.dates.indexOf(month), month, period)}`,
    trend: { values, label: `${values.length} months of ${name}` },
    freshness: { state, text: formatMonth(month) },
    ...(first.has_sample && { origin: "sample" as const }),
  };
}

/** The explanation: the assets with the most, each by itself. */
export function explainedMost(
  { label, query }: MostFigure,
  answer: GetAggregateResponse,
  names: Names,
): NumberKey | null {
  const newest = busyIn(answer);
  const [first] = newest?.busy ?? [];
  if (!newest || !first) return null;
  const items = newest.busy.slice(0, named).map(({ key, value, has_sample: sample }) => ({
    sample,
    name: names.get(key)?.name ?? key,
    figure: formatAmountExact(value),
    number: {
      kind: "series" as const,
      key: { subject_kind: query.subject, subject_slug: key, measure: query.measure },
      date: endOf("month", newest.month),
    },
  }));
  return {
    kind: "several",
    name: `${label}, ${formatMonth(newest.month)}`,
    items,
    method: `The highest count of one asset among ${answer.group_count}. ${noSum} The combined count is at least as high.`,
    figure: formatAmountExact(first.value),
  };
}
