import type { SeriesInterval, SeriesMode } from "@/api/contract";
import type { Measure } from "./measures/measure";

/** The calculations on the series of a chart, with their labels and the days of returns that they need. */
export const calculations = {
  none: { label: "Values", title: "" },
  drawdown: { label: "Drawdown", title: ", drawdown" },
  spread: { label: "Spread", title: ", spread" },
  ratio: { label: "Ratio", title: ", ratio" },
  correlation30: { label: "Correlation, 30 days", title: ", correlation over 30 days" },
  correlation90: { label: "Correlation, 90 days", title: ", correlation over 90 days" },
} as const;

export type Calculation = keyof typeof calculations;

const returnsOf: Partial<Record<Calculation, number>> = { correlation30: 30, correlation90: 90 };

/** The returns that a correlation is calculated from; null of another calculation. */
export function windowOf(calculation: Calculation): number | null {
  return returnsOf[calculation] ?? null;
}

/** The days requested before a range, so that a correlation is known from its first day: two weeks have nine returns at least. */
export function daysBefore(calculation: Calculation): number {
  return Math.ceil(((windowOf(calculation) ?? 0) / 9) * 14);
}

/** Whether each series is compared with another one. */
export function isPairwise(calculation: Calculation): boolean {
  return calculation !== "none" && calculation !== "drawdown";
}

type CalculationInput = { measure: Measure; mode: SeriesMode; interval: SeriesInterval };

/** The calculations of a measure: rates have no peak to fall from, and returns are of days. */
export function offeredCalculations({ measure, mode, interval }: CalculationInput) {
  const isLevel = mode === "level" && measure.kind === "stock";
  const offered: Calculation[] = ["none"];
  if (isLevel && measure.unit !== "ratio" && !measure.signed) offered.push("drawdown");
  offered.push("spread", "ratio");
  if (isLevel && interval === "day") offered.push("correlation30", "correlation90");
  return offered;
}
