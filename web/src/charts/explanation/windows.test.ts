import { describe, expect, it } from "vitest";
import { lastDatedPlace, lastValue, median, relativeChange, shareOf, sumOfLast } from "./windows";

describe("values of the last days", () => {
  it("finds the day that the last known value is of", () => {
    const values = [90, 100, 104, 104, null];
    const dates = ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"];
    expect(lastValue(values)).toBe(104);
    expect(lastDatedPlace(values, dates, "2026-11-17")).toBe(2);
    for (const unhelpful of [null, "2026-11-19", "2026-10-31"])
      expect(lastDatedPlace(values, dates, unhelpful)).toBe(3);
    expect(relativeChange(lastValue(values), values[0] ?? null)).toBeCloseTo(104 / 90 - 1);
  });

  it("shows no change from nothing, from zero, or from what was not there", () => {
    expect(relativeChange(5, 0)).toBeNull();
    expect(relativeChange(5, null)).toBeNull();
    expect(relativeChange(null, 5)).toBeNull();
  });

  it("sums what is known and is null where nothing is", () => {
    expect(sumOfLast([1, null, 3, 4], 3)).toBe(7);
    expect(sumOfLast([1, 2, 3, 4], 2, 2)).toBe(3);
    expect(sumOfLast([1, null, null], 2)).toBeNull();
  });

  it("has shares of a whole only", () => {
    expect(shareOf(1, 4)).toBe(0.25);
    expect(shareOf(1, 0)).toBeNull();
    expect(shareOf(null, 4)).toBeNull();
  });

  it("finds the middle", () => {
    expect(median([9, 1, 4])).toBe(4);
    expect(median([4, 1])).toBe(2.5);
    expect(median([])).toBeNull();
  });
});
