import {
  dash,
  digitsOf,
  fullDigits,
  isKnown,
  isZero,
  type NullableNumber,
  type Suffix,
  scaleValue,
  withFloor,
  withSign,
} from "./formatNumber";

/** A number and the suffix that is set smaller beside it. */
export type SplitFigure = { number: string; suffix: string };

type CompactMoney = { digits?: number; unit?: Suffix };

/** "$29.14" and "B" */
export function splitMoney(value: NullableNumber, options: CompactMoney = {}): SplitFigure {
  if (!isKnown(value)) return { number: dash, suffix: "" };
  const { digits = 2, unit } = options;
  const part = scaleValue(value, () => digits, unit);
  return { number: withFloor(part.value, digits, { prefix: "$" }), suffix: part.suffix };
}

/** "$29.14B"; in a fixed unit "$2,314.9M". */
export function formatMoney(value: NullableNumber, options: CompactMoney = {}): string {
  const { number, suffix } = splitMoney(value, options);
  return `${number}${suffix}`;
}

/** "$2,314,908,127.44" */
export function formatMoneyExact(value: NullableNumber): string {
  if (!isKnown(value)) return dash;
  const digits = Math.abs(value) < 0.01 && value !== 0 ? fullDigits(value) : digitsOf(value, 2);
  return withSign(value, digits, { prefix: "$" });
}

/** "29.14 billion dollars", for those who listen. */
export function sayMoney(value: NullableNumber): string {
  if (!isKnown(value)) return "no value";
  const part = scaleValue(value, () => 2);
  const digits = digitsOf(part.value, 2);
  const sign = value < 0 && !isZero(digits) ? "minus " : "";
  return [`${sign}${digits}`, part.word, "dollars"].filter(Boolean).join(" ");
}

const columnUnits = {
  units: { label: "US$", size: 1 },
  thousands: { label: "US$ k", size: 1e3 },
  millions: { label: "US$ m", size: 1e6 },
  billions: { label: "US$ bn", size: 1e9 },
} as const;

/** The one unit of a column, which its header names and its cells leave out. */
export type ColumnUnit = keyof typeof columnUnits;

/** "US$ m" */
export function columnUnitLabel(unit: ColumnUnit): string {
  return columnUnits[unit].label;
}

/** "2,314.9" under "US$ m" */
export function formatMoneyIn(
  value: NullableNumber,
  unit: ColumnUnit = "millions",
  places = 1,
): string {
  return isKnown(value) ? withFloor(value / columnUnits[unit].size, places) : dash;
}

/** Prices of tokens have four to six decimals, as their unit requires; those of goods have two. */
export function formatPrice(value: NullableNumber, places: 2 | 4 | 5 | 6 = 4): string {
  return isKnown(value) ? withFloor(value, places, { prefix: "$" }) : dash;
}

/** A price as it was reported. */
export function formatPriceExact(value: NullableNumber): string {
  return isKnown(value) ? withSign(value, fullDigits(value), { prefix: "$" }) : dash;
}
