import { exactSum } from "@/lib/exactSum";
import { qualifierOf } from "@/lib/format/qualifiers";
import type { ChartSeries, Value } from "../types";

/** A value as part of its highest value since a day, less one: 0 at a peak, −0.2 a fifth below it. */
export function drawdownOf(values: readonly Value[], from: number): readonly Value[] {
  let peak: number | null = null;
  return values.map((value, place) => {
    if (place < from || value === null) return null;
    peak = peak === null ? value : Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : null;
  });
}

/** The place of the peak that the drawdown of a place is measured from. */
export function peakPlace(values: readonly Value[], from: number, place: number): number {
  let peak = -1;
  for (let at = from; at <= place; at += 1) {
    const value = values[at] ?? null;
    if (value !== null && (peak < 0 || value > (values[peak] ?? 0))) peak = at;
  }
  return peak;
}

/** The difference of two series, place by place, with no more decimals than their values. */
export function spreadOf(values: readonly Value[], base: readonly Value[]): readonly Value[] {
  return values.map((value, place) => {
    const under = base[place] ?? null;
    return value === null || under === null ? null : exactSum([value, -under]);
  });
}

/** The quotient of two series; nothing where the second one is not above zero. */
export function ratioOf(values: readonly Value[], base: readonly Value[]): readonly Value[] {
  return values.map((value, place) => {
    const under = base[place] ?? null;
    return value === null || under === null || under <= 0 ? null : value / under;
  });
}

/** A return from one measured value to the next, and the place at which it ends. */
type Return = { place: number; one: number; other: number };

/** The most days without a value of both; after more, the change in between is not a return of one day. */
export const longestStep = 7;

/** Whether a value was measured on its day: a repeated one would have a return of zero. */
function isMeasured(series: ChartSeries, day: string): boolean {
  if (series.newest !== undefined && day > series.newest) return false;
  const qualifier = qualifierOf(series.qualifiers, day);
  return !qualifier?.is_carried && !qualifier?.is_average;
}

/** A series, and whether it is a rate, which changes by a difference and not by a part of itself. */
export type SeriesToCalculate = { series: ChartSeries; isRate: boolean };

function changeOf(isRate: boolean, now: number, before: number): number | null {
  if (isRate) return now - before;
  return before > 0 ? now / before - 1 : null;
}

/** The returns of two series between the days on which both were measured. */
export function commonReturns(
  days: readonly string[],
  [first, second]: readonly [SeriesToCalculate, SeriesToCalculate],
): readonly Return[] {
  const [one, other] = [first.series, second.series];
  const returns: Return[] = [];
  let last: Return | null = null;
  days.forEach((day, place) => {
    const now = { one: one.values[place] ?? null, other: other.values[place] ?? null };
    if (now.one === null || now.other === null) return;
    if (!isMeasured(one, day) || !isMeasured(other, day)) return;
    if (last && place - last.place <= longestStep) {
      const own = changeOf(first.isRate, now.one, last.one);
      const base = changeOf(second.isRate, now.other, last.other);
      if (own !== null && base !== null) returns.push({ place, one: own, other: base });
    }
    last = { place, one: now.one, other: now.other };
  });
  return returns;
}

/** Pearson's correlation; nothing where one of the two does not vary. */
export function correlationOf(returns: readonly Pick<Return, "one" | "other">[]): Value {
  const count = returns.length;
  const mean = { one: 0, other: 0 };
  for (const { one, other } of returns) {
    mean.one += one / count;
    mean.other += other / count;
  }
  let [both, first, second] = [0, 0, 0];
  for (const { one, other } of returns) {
    both += (one - mean.one) * (other - mean.other);
    first += (one - mean.one) ** 2;
    second += (other - mean.other) ** 2;
  }
  const product = Math.sqrt(first) * Math.sqrt(second);
  // The rounding error of equal returns is not a variation.
  const least = 1e-24 * count;
  if (first <= least || second <= least) return null;
  return Math.max(-1, Math.min(1, both / product));
}

/** A correlation, and the place of the last day that it is made of. */
type Correlation = { value: Value; last: number | undefined };

/** The correlation of the last returns up to each day, as long as the last of them is not old. */
export function rollingCorrelation(
  days: readonly string[],
  pair: readonly [SeriesToCalculate, SeriesToCalculate],
  window: number,
): readonly Correlation[] {
  const returns = commonReturns(days, pair);
  let next = 0;
  let value: Value = null;
  return days.map((_, place) => {
    while (next < returns.length && (returns[next]?.place ?? 0) <= place) {
      next += 1;
      value = next < window ? null : correlationOf(returns.slice(next - window, next));
    }
    const last = returns[next - 1]?.place;
    const isOld = last === undefined || place - last > longestStep;
    return { value: isOld ? null : value, last };
  });
}
