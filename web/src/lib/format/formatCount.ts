import type { SplitFigure } from "./formatMoney";
import {
  dash,
  digitsOf,
  fullDigits,
  isKnown,
  type NullableNumber,
  scaleValue,
  withSign,
} from "./formatNumber";

/** From here a number that stands alone is shortened. */
const compactFrom = 100_000;

function placesOf(size: number): number {
  return size >= 99.995 ? 1 : 2;
}

/** "1.42" and "M"; small counts in full. */
export function splitCount(value: NullableNumber): SplitFigure {
  if (!isKnown(value)) return { number: dash, suffix: "" };
  if (Math.abs(Math.round(value)) < compactFrom)
    return { number: formatCountFull(value), suffix: "" };
  const part = scaleValue(value, placesOf);
  return { number: withSign(value, digitsOf(part.value, part.places)), suffix: part.suffix };
}

/** "1.42M", "71,904" */
export function formatCount(value: NullableNumber): string {
  const { number, suffix } = splitCount(value);
  return `${number}${suffix}`;
}

/** "1,418,204": counts in tables. */
export function formatCountFull(value: NullableNumber): string {
  if (!isKnown(value)) return dash;
  if (value !== 0 && Math.abs(value) < 1) return withSign(value, fullDigits(value));
  return withSign(value, digitsOf(value, 0));
}

/** "+1,204" */
export function formatCountChange(value: NullableNumber): string {
  return isKnown(value) ? withSign(value, digitsOf(value, 0), { plus: true }) : dash;
}

/** An amount of tokens or the like with all its decimals. */
export function formatAmountExact(value: NullableNumber): string {
  return isKnown(value) ? withSign(value, fullDigits(value)) : dash;
}
