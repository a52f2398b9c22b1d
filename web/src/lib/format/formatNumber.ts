import { decimalText } from "./decimal";

/** Stands for an unknown value. */
export const dash = "—";

const minus = "−";
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Above this a number is written with a power of ten, or it would not fit anywhere. */
const largest = 1e18;

export type NullableNumber = number | null | undefined;

/** A number that can be shown; what is not finite was never measured. */
export function isKnown(value: NullableNumber): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function power(value: number): string {
  const [mantissa = "", exponent = ""] = value.toExponential(2).split("e");
  const raised = Array.from(exponent.replace("+", ""), (digit) => {
    return digit === "-" ? "⁻" : superscripts.charAt(Number(digit));
  });
  return `${mantissa}×10${raised.join("")}`;
}

/** The digits without a sign, grouped by thousands. */
export function digitsOf(value: number, least: number, most = least): string {
  const size = Math.abs(value);
  return size >= largest ? power(size) : decimalText(size, least, most);
}

/** The shortest text of the whole number, without the noise of binary fractions. */
export function fullDigits(value: number): string {
  const size = Math.abs(Number(value.toPrecision(15)));
  if (size > 0 && size < 1e-12) return power(size);
  return digitsOf(size, 0, 18);
}

export function isZero(digits: string): boolean {
  return !/[1-9]/.test(digits);
}

type Signs = { prefix?: string; suffix?: string; plus?: boolean };

/** Puts sign and unit around digits: a true minus, a plus on changes, none for zero. */
export function withSign(value: number, digits: string, signs: Signs = {}): string {
  const { prefix = "", suffix = "", plus = false } = signs;
  const positive = plus ? "+" : "";
  const sign = isZero(digits) ? "" : value < 0 ? minus : positive;
  return `${sign}${prefix}${digits}${suffix}`;
}

/** Writes a number that would round to zero as below the smallest step: "<0.01%", "−<0.01%". */
export function withFloor(value: number, places: number, signs: Signs = {}): string {
  const digits = digitsOf(value, places);
  if (value === 0 || !isZero(digits)) return withSign(value, digits, signs);
  const step = withSign(1, digitsOf(10 ** -places, places), { ...signs, plus: false });
  return `${value < 0 ? minus : ""}<${step}`;
}

const scales = [
  { suffix: "", word: "", size: 1 },
  { suffix: "K", word: "thousand", size: 1e3 },
  { suffix: "M", word: "million", size: 1e6 },
  { suffix: "B", word: "billion", size: 1e9 },
  { suffix: "T", word: "trillion", size: 1e12 },
] as const;

export type Suffix = (typeof scales)[number]["suffix"];
export type Scaled = { value: number; places: number; suffix: Suffix; word: string };

/** The value in the unit that leaves one to three digits before the point, or in a fixed unit. */
export function scaleValue(
  value: number,
  placesOf: (size: number) => number,
  unit?: Suffix,
): Scaled {
  const fits = (scale: (typeof scales)[number]) => {
    const size = Math.abs(value) / scale.size;
    return Number(size.toFixed(placesOf(size))) < 1000;
  };
  const chosen = scales.find((scale) => (unit === undefined ? fits(scale) : scale.suffix === unit));
  const { size, suffix, word } = chosen ?? scales[4];
  return { value: value / size, places: placesOf(Math.abs(value) / size), suffix, word };
}
