import { expect, it } from "vitest";
import { thinnedIndexes } from "./thinning";

const wave = Array.from({ length: 5000 }, (_, index) => Math.sin(index / 40) * index);

it("leaves alone what has a point or two per pixel", () => {
  expect(thinnedIndexes(wave.slice(0, 900), 450)).toBeNull();
});

it("keeps the ends, the extremes and the order, at most two points per pixel", () => {
  const kept = thinnedIndexes(wave, 300) ?? [];
  expect(kept.length).toBeLessThanOrEqual(602);
  expect(kept[0]).toBe(0);
  expect(kept.at(-1)).toBe(4999);
  expect(kept).toEqual([...new Set(kept)].sort((one, other) => one - other));
  expect(kept).toContain(wave.indexOf(Math.max(...wave)));
  expect(kept).toContain(wave.indexOf(Math.min(...wave)));
});

it("thins nothing where a value is missing", () => {
  expect(thinnedIndexes([...wave.slice(0, 2500), null, ...wave.slice(2501)], 300)).toBeNull();
});
