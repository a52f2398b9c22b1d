import type { Value } from "../types";

/**
 * The indexes of the lowest and the highest of several points on one pixel, as no others are seen, and of the ends. Null
 * where nothing is gained, and where a value is missing: thinning must not close a gap.
 */
export function thinnedIndexes(values: readonly Value[], pixels: number): readonly number[] | null {
  const buckets = Math.max(1, Math.floor(pixels));
  if (values.length <= 4 * buckets) return null;
  const kept = [0];
  const keep = (index: number) => {
    if (index > (kept.at(-1) ?? 0)) kept.push(index);
  };
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = Math.floor((bucket * values.length) / buckets);
    const to = Math.floor(((bucket + 1) * values.length) / buckets);
    let low = from;
    let high = from;
    for (let index = from; index < to; index += 1) {
      const value = values[index] ?? null;
      if (value === null) return null;
      if (value < (values[low] ?? 0)) low = index;
      if (value > (values[high] ?? 0)) high = index;
    }
    keep(Math.min(low, high));
    keep(Math.max(low, high));
  }
  keep(values.length - 1);
  return kept;
}
