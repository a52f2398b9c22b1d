import type { GetSeriesResponse, LatestValue } from "@/api/contract";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { formatDay } from "@/lib/format";
import { averageLabel, notOver } from "@/lib/format/qualifiers";
import type { Reference } from "../queries/market";
import { defaultPeriod, type Period, periodDays, periodLabel } from "./changePeriod";
import { exactOf, splitFigure, spokenOf } from "./figureText";

function periodChange(
  latest: LatestValue,
  unit: Reference["unit"],
  over: Period,
): KpiTileProps["change"] {
  const length = periodDays(over, latest.date ?? "");
  const change = latest.changes.find(({ days }) => days === length);
  const period = periodLabel(over);
  const reason = `No value ${length === 1 ? "1 day" : `${length} days`} before`;
  if (unit === "rate") return { value: change?.amount ?? null, period, points: "rate", reason };
  return { value: change?.ratio ?? null, period, reason };
}

/** The tile of a public series, with its own day: these are seldom of yesterday. */
export function referenceTile(
  reference: Reference,
  latest: LatestValue | undefined,
  course: ReadonlyArray<number | null> | undefined,
  period: Period = defaultPeriod,
): KpiTileProps {
  const { label, unit } = reference;
  const value = latest?.value ?? null;
  if (!latest || value === null || latest.value_date === null) {
    const reason = "Not loaded";
    return { label, value: null, reason, note: reason };
  }
  const when = latest.is_average ? averageLabel(latest.value_date) : formatDay(latest.value_date);
  const day = latest.is_partial ? `${when}, ${notOver}` : when;
  return {
    label,
    value: splitFigure(value, unit),
    exact: `${exactOf(value, unit)}, ${latest.subject_name}`,
    spoken: spokenOf(value, unit),
    change: periodChange(latest, unit, period),
    ...(latest.is_stale && { note: latest.is_average ? day : `as of ${day}` }),
    ...(course && { trend: { values: course, label: "Three years, by month" } }),
    freshness: latest.is_stale
      ? { state: "stale", text: sourceName(latest.source) }
      : { state: "fresh", text: `${sourceName(latest.source)}, ${day}` },
  };
}

const sources: Record<string, string> = {
  fred: "FRED",
  ecb: "ECB",
  "us-treasury": "U.S. Treasury",
  "world-bank": "World Bank",
};

function sourceName(source: string): string {
  return sources[source] ?? source;
}

/** The values of one series, up to its last one. */
export function courseOf(
  answer: GetSeriesResponse | undefined,
  slug: string,
): ReadonlyArray<number | null> | undefined {
  const line = answer?.lines.find(({ subject_slug: subject }) => subject === slug);
  if (!line) return undefined;
  const end = line.values.findLastIndex((value) => value !== null);
  return line.values.slice(0, end + 1);
}
