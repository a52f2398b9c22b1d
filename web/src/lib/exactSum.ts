/** The numbers of decimals that are distinguished, as powers of ten, as in `engine/src/numbers/decimals.rs`. */
const powers = [1, 1e2, 1e4, 1e6, 1e8];
/** Up to here, a number and its product with a power of ten miss the whole number by less than a half. */
const mostDigits = 2 ** 51;

/** The power of ten of the decimals of a number; NaN if they are more than are distinguished. */
function decimalPower(value: number): number {
  const has = (power: number) => {
    const whole = Math.round(value * power);
    return Math.abs(whole) < mostDigits && whole / power === value;
  };
  return powers.find(has) ?? Number.NaN;
}

/**
 * The sum of numbers, rounded once: the same digits in whatever order and groups they are added, and no more decimals than
 * they have. Kept as parts that do not overlap (Shewchuk, "Adaptive precision floating-point arithmetic", 1997).
 */
export function exactSum(values: Iterable<number>): number {
  const parts: number[] = [];
  let power = 1;
  for (const value of values) {
    // Infinity and what is not a number have no parts.
    if (!Number.isFinite(value)) return [...values].reduce((sum, each) => sum + each, 0);
    if (power > 0) power = Math.max(power, decimalPower(value));
    let rest = value;
    let kept = 0;
    for (const part of parts) {
      const sum = rest + part;
      const [larger, smaller] = Math.abs(rest) < Math.abs(part) ? [part, rest] : [rest, part];
      const error = smaller - (sum - larger);
      if (error !== 0) {
        parts[kept] = error;
        kept += 1;
      }
      rest = sum;
    }
    parts.length = kept;
    parts.push(rest);
  }
  const sum = rounded(parts);
  const whole = Math.round(sum * power);
  return Math.abs(whole) < mostDigits ? whole / power + 0 : sum;
}

/** Parts in growing order as one number; half of the last digit is rounded as the parts below it say. */
function rounded(parts: number[]): number {
  let sum = parts.pop() ?? 0;
  let error = 0;
  while (parts.length > 0 && error === 0) {
    const larger = sum;
    const smaller = parts.pop() ?? 0;
    sum = larger + smaller;
    error = smaller - (sum - larger);
  }
  const below = parts.at(-1) ?? 0;
  if (Math.sign(error) !== Math.sign(below)) return sum + 0;
  const next = sum + 2 * error;
  return next - sum === 2 * error ? next : sum;
}

/** The sum of the values that are known; null where none is. */
export function sumOfKnown(values: Iterable<number | null | undefined>): number | null {
  const known = [...values].filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : exactSum(known);
}
