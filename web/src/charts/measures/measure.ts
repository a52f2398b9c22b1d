import type { MeasureKind, SeriesInterval } from "@/api/contract";

/** How values of several subjects make one: they add up, they are averaged by another measure, or only one alone has one. */
type Combining = "sum" | "average" | "alone";

/** A measure as the pickers offer it. */
export type Measure = {
  slug: string;
  /** As the catalog names it. */
  name: string;
  /** In charts and key figures: without the day of a flow, whose interval is chosen there. */
  shortName?: string;
  family: "Value" | "Price and yield" | "Activity" | "Flows" | "Credit" | "Benchmarks";
  unit: "usd" | "denomination" | "count" | "token" | "ratio" | "index" | "per_euro" | "days";
  kind: MeasureKind;
  combining: Combining;
  /** Whether its values go below zero. */
  signed?: true;
  /** The measure by which an average is weighted. */
  weight?: string;
  /** How a rate is calculated, for the line under a title: "per year, act/365". */
  convention?: string;
  /** The time that one of its values stands for, where that is more than a day. */
  native?: SeriesInterval;
  /** How many days of net flow one of its values adds up. */
  sumOfDays?: number;
};

/** The name of a measure in a chart, whose controls say the interval. */
export function chartName({ name, shortName }: Measure): string {
  return shortName ?? name;
}
