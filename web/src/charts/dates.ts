import { dayMs } from "@/lib/dates/day";
import { formatDay } from "@/lib/format/formatDate";
import type { TimeData, Value } from "./types";

type DayParts = { year: number; month: number; date: number };

export function dayParts(day: string): DayParts {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)) - 1,
    date: Number(day.slice(8, 10)),
  };
}

/** "19 Nov" */
export function shortDay(day: string): string {
  return formatDay(day).slice(0, -" 2026".length);
}

/** "Nov" */
export function monthWord(day: string): string {
  return formatDay(day).split(" ")[1] ?? "";
}

export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
}

export function dayOfNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** The last index whose day is not after a day; -1 when all are. */
export function indexAtOrBefore(days: readonly string[], day: string): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? "") <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The first index whose day is not before a day; the length when all are. */
export function indexAtOrAfter(days: readonly string[], day: string): number {
  const before = indexAtOrBefore(days, day);
  return days[before] === day ? before : before + 1;
}

/**
 * Daily data without a row for some day gets one without values, so that a hole is as wide as it lasted.
 * Coarser data (weeks, months) is left as it is.
 */
export function completeDays(data: TimeData): TimeData {
  const { days } = data;
  const numbers = days.map(dayNumber);
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? number));
  const singles = steps.filter((step) => step === 1).length;
  if (singles === steps.length || singles * 2 < steps.length) return data;
  const first = numbers[0] ?? 0;
  const length = (numbers.at(-1) ?? first) - first + 1;
  const rows = new Map(numbers.map((number, index) => [number - first, index]));
  const at = <T>(values: readonly T[], offset: number): T | undefined => {
    const row = rows.get(offset);
    return row === undefined ? undefined : values[row];
  };
  const spread = (values: readonly Value[]) =>
    Array.from({ length }, (_, offset) => at(values, offset) ?? null);
  return {
    ...data,
    days: Array.from({ length }, (_, offset) => dayOfNumber(first + offset)),
    series: data.series.map((series) => ({ ...series, values: spread(series.values) })),
  };
}
