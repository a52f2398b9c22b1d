import {
  dash,
  digitsOf,
  fullDigits,
  isKnown,
  isZero,
  type NullableNumber,
  withFloor,
  withSign,
} from "./formatNumber";

/** A fraction as "54.6%"; shares have one decimal. */
export function formatPercent(fraction: NullableNumber, places = 1): string {
  return isKnown(fraction) ? withFloor(percentOf(fraction), places, { suffix: "%" }) : dash;
}

/** A fraction as "4.07%": yields and fees have two decimals. */
export function formatYield(fraction: NullableNumber): string {
  return formatPercent(fraction, 2);
}

/** The fraction itself: "0.5463". */
export function formatFraction(fraction: NullableNumber): string {
  return isKnown(fraction) ? withSign(fraction, fullDigits(fraction)) : dash;
}

/** The change of a value: "+4.2%", "−8.3%", and "0.0%" without a sign. */
export function formatChange(fraction: NullableNumber, places = 1): string {
  if (!isKnown(fraction)) return dash;
  return withSign(fraction, digitsOf(percentOf(fraction), places), { suffix: "%", plus: true });
}

/** The kinds of values that change by percentage points; rates, such as yields, are shown with more digits. */
export type PointKind = "share" | "rate";

export const pointPlaces: Record<PointKind, number> = { share: 1, rate: 2 };

/** The change of a share or a rate: "−0.9 pp", "−0.04 pp", never a percentage; a column names the unit itself. */
export function formatPointChange(fraction: NullableNumber, kind: PointKind, named = true): string {
  if (!isKnown(fraction)) return dash;
  const digits = digitsOf(percentOf(fraction), pointPlaces[kind]);
  return withSign(fraction, digits, { suffix: named ? " pp" : "", plus: true });
}

/** "20 bps" */
export function formatBasisPoints(fraction: NullableNumber): string {
  if (!isKnown(fraction)) return dash;
  const points = Number((fraction * 10_000).toPrecision(12));
  return withSign(points, digitsOf(points, 0, 1), { suffix: " bps" });
}

export type Direction = "up" | "down" | "flat";

/** The direction of a change as it is shown; none if it rounds to zero. */
export function directionOf(fraction: NullableNumber, places = 1): Direction {
  if (!isKnown(fraction) || isZero(digitsOf(percentOf(fraction), places))) return "flat";
  return fraction > 0 ? "up" : "down";
}

/** A fraction in percent, without the noise of binary fractions that would turn a half the wrong way. */
export function percentOf(fraction: number): number {
  return Number((fraction * 100).toPrecision(14));
}
