import { describe, expect, it } from "vitest";
import { type DateRangeValue, rangePresets, refuseDays, resolveRange } from "./dateRange";
import { addDays, addMonths, countDays, isDay, weekdayOf, weeksOf } from "./day";

it.each([
  ["2026-02-28", true],
  ["2026-02-29", false],
  ["2024-02-29", true],
  ["2026-13-01", false],
  ["26-1-1", false],
  ["", false],
])("knows whether %j is a day", (text, known) => {
  expect(isDay(text)).toBe(known);
});

it("counts days and months in UTC", () => {
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
  expect(countDays("2026-11-09", "2026-11-19")).toBe(11);
  expect(weekdayOf("2026-11-19")).toBe(3);
});

it("lays every day of a month into its weeks, once", () => {
  for (let month = 0; month < 48; month += 1) {
    const start = addMonths("2024-01-01", month);
    const days = weeksOf(start)
      .flat()
      .filter((day) => day !== null);
    expect(days).toHaveLength(countDays(start, addDays(addMonths(start, 1), -1)));
    expect(new Set(days).size).toBe(days.length);
    for (const week of weeksOf(start)) {
      for (const day of week) if (day) expect(weekdayOf(day)).toBe(week.indexOf(day));
    }
  }
});

const bounds = { from: "2024-03-04", to: "2026-11-19" };

describe("a range", () => {
  it.each<[DateRangeValue, string, string]>([
    [{ preset: "7D" }, "2026-11-13", "2026-11-19"],
    [{ preset: "30D" }, "2026-10-21", "2026-11-19"],
    [{ preset: "YTD" }, "2026-01-01", "2026-11-19"],
    [{ preset: "1Y" }, "2025-11-20", "2026-11-19"],
    [{ preset: "ALL" }, "2024-03-04", "2026-11-19"],
    [{ from: "2020-01-01", to: "2030-01-01" }, "2024-03-04", "2026-11-19"],
    [{ from: "2026-05-02", to: "2026-05-01" }, "2026-05-01", "2026-05-02"],
  ])("%j means days there are figures for", (value, from, to) => {
    expect(resolveRange(value, bounds)).toEqual({ from, to });
  });

  it("stays within figures that began yesterday", () => {
    const young = { from: "2026-11-18", to: "2026-11-19" };
    for (const preset of rangePresets) expect(resolveRange({ preset }, young)).toEqual(young);
  });

  it("is refused for days without figures", () => {
    expect(refuseDays({ from: "2020-01-01", to: "2020-01-02" }, bounds)).toMatch(/No data/);
    expect(refuseDays({ from: "2026-01-01", to: "2026-01-02" }, bounds)).toBeNull();
  });
});
