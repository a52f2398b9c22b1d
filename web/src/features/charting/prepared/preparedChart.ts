import type { SeriesInterval, SeriesMode } from "@/api/contract";
import type { ShownChart } from "@/charts/derived/shownChart";
import type { ChartRestatements } from "@/charts/markers/useChartRestatements";
import { chartName, type Measure } from "@/charts/measures/measure";
import { unitLabel } from "@/charts/measures/units";
import type { ChartSeries, Value } from "@/charts/types";
import { sumOfKnown } from "@/lib/exactSum";

/** The chart of a charting page, of groups or of chosen series. */
export type PreparedChart = ShownChart & {
  title: string;
  interval: SeriesInterval;
  /** Whether its series make a sum. */
  adds: boolean;
  restatements: ChartRestatements;
};

const modeSuffixes: Record<SeriesMode, string> = {
  level: "",
  flow: "",
  cumulative: ", cumulative",
};

/** "Change of bridged token value", "Mints, cumulative" */
export function measureTitle(measure: Measure, mode: SeriesMode): string {
  const name = chartName(measure);
  if (measure.kind === "stock" && mode === "flow")
    return `Change of ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `${name}${modeSuffixes[mode]}`;
}

const perInterval: Record<SeriesInterval, string> = {
  day: "by day",
  week: "by week from Monday",
  month: "by month",
  quarter: "by quarter",
  year: "by year",
};

/** "US$, end of day UTC", "US$ by month, UTC" */
export function unitLine(
  unit: string,
  measure: Measure,
  mode: SeriesMode,
  interval: SeriesInterval,
): string {
  const { convention } = measure;
  const words = convention ? `${unitLabel(unit)} ${convention}` : unitLabel(unit);
  if (measure.kind === "stock" && mode === "level" && interval === "day")
    return `${words}, end of day UTC`;
  if (measure.kind === "stock" && mode === "level")
    return `${words}, ${perInterval[interval]}: the value of its last day, UTC`;
  return `${words} ${perInterval[interval]}, UTC`;
}

/** The sum of series on a day: unknown where one that has begun, and is not over, has no value. */
export function sumAt(series: readonly ChartSeries[], day: string, index: number): Value {
  const known: number[] = [];
  for (const { values, until } of series) {
    const value = values[index] ?? null;
    if (value !== null) known.push(value);
    else if (
      !(until !== undefined && day > until) &&
      values.slice(0, index).some((one) => one !== null)
    )
      return null;
  }
  return sumOfKnown(known);
}
