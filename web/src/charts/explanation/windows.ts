import { sumOfKnown } from "@/lib/exactSum";

type Values = ReadonlyArray<number | null>;

/** The place of the last value; -1 without one. */
export function lastPlace(values: Values): number {
  return values.findLastIndex((value) => value !== null);
}

export function lastValue(values: Values): number | null {
  return values[lastPlace(values)] ?? null;
}

/** The place of the day on which the last value was measured; later days repeat it. */
export function lastDatedPlace(
  values: Values,
  dates: ReadonlyArray<string>,
  lastDate: string | null,
): number {
  const last = lastPlace(values);
  const dated = lastDate === null ? -1 : dates.indexOf(lastDate);
  return dated < 0 ? last : Math.min(dated, last);
}

/** By which part of itself a value changed; nothing is a part of nothing. */
export function relativeChange(value: number | null, before: number | null): number | null {
  return value === null || before === null || before <= 0 ? null : value / before - 1;
}

/** The sum of the last places, and the number of places without a value; null without any value. */
export function sumOfLast(values: Values, places: number, skipped = 0): number | null {
  const end = values.length - skipped;
  return sumOfKnown(values.slice(Math.max(0, end - places), end));
}

/** As a fraction; none of an unknown whole, and none of 0. */
export function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : part / whole;
}

/** The value in the middle, or the mean of the two there. */
export function median(values: ReadonlyArray<number>): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
