/**
 * The sum of numbers, rounded once: the same digits in whatever order and groups they are added. Kept as parts that do
 * not overlap (Shewchuk, "Adaptive precision floating-point arithmetic", 1997).
 */
export function exactSum(values: Iterable<number>): number {
  const parts: number[] = [];
  for (const value of values) {
    // Infinity and what is not a number have no parts.
    if (!Number.isFinite(value)) return [...values].reduce((sum, each) => sum + each, 0);
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
  return rounded(parts);
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
