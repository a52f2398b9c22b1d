import { indexAtOrAfter } from "@/components/chart/dates";
import type { TimeData, Value } from "@/components/chart/types";

function baseOf(values: readonly Value[], from: number): number | null {
  for (const value of values.slice(from))
    if (value !== null && value !== undefined) return value > 0 ? value : null;
  return null;
}

/** Every series as a multiple of its first value of the shown stretch, which is 100; without one above zero it has none. */
export function rebased(data: TimeData, from: string | null): TimeData {
  const start = from === null ? 0 : indexAtOrAfter(data.days, from);
  const series = data.series.map((one) => {
    const base = baseOf(one.values, start);
    const values = one.values.map((value) =>
      value === null || base === null ? null : (value / base) * 100,
    );
    return { ...one, values };
  });
  return { ...data, series };
}
