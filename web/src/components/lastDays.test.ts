import { expect, it } from "vitest";
import { lastDays, scaleEnd } from "./lastDays";

it("ends with today", () => {
  const days = lastDays("2026-12-01");
  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-11-02", "2026-12-01"]);
});

it.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [70, 100],
  [700, 1000],
  [1204, 2000],
])("has a round end of the scale: %i calls, %i", (most, end) => {
  expect(scaleEnd(most)).toBe(end);
});
