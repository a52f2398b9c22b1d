import { indexAtOrAfter } from "../dates";
import type { ChartSeries, TimeData, Value } from "../types";

function baseOf(values: readonly Value[], from: number): number | null {
  for (const value of values.slice(from))
    if (value !== null && value !== undefined) return value > 0 ? value : null;
  return null;
}

/** Beside a chart whose lines start at 100. */
export function rebasedNote(data: TimeData): readonly string[] {
  return data.series.some(isRest)
    ? ["The other groups have no combined line here because their composition changes over time."]
    : [];
}

function isRest({ role }: ChartSeries): boolean {
  return role === "other";
}

/**
 * Every series as a multiple of its first value of the shown stretch, which is 100; without one above zero it has none.
 * The rest has no line: it grows with every member that joins it.
 */
export function rebaseData(data: TimeData, from: string | null): TimeData {
  const start = from === null ? 0 : indexAtOrAfter(data.days, from);
  const kept = data.series.filter((one) => !isRest(one));
  const series = kept.map((one) => {
    const base = baseOf(one.values, start);
    const values = one.values.map((value) =>
      value === null || base === null ? null : (value / base) * 100,
    );
    return { ...one, values };
  });
  return { ...data, series };
}
