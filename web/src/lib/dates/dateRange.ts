import { addDays, addMonths, clampDay, type Day, isDay } from "./day";

/** The most used ranges. */
export const rangePresets = ["7D", "30D", "90D", "YTD", "1Y", "ALL"] as const;

export type RangePreset = (typeof rangePresets)[number];
export type Days = { from: Day; to: Day };

/** A preset moves with the data, two days stay. */
export type DateRangeValue = { preset: RangePreset } | Days;

export const presetNames: Record<RangePreset, string> = {
  "7D": "7 days",
  "30D": "30 days",
  "90D": "90 days",
  YTD: "This year",
  "1Y": "1 year",
  ALL: "All",
};

const starts: Record<RangePreset, (bounds: Days) => Day> = {
  "7D": ({ to }) => addDays(to, -6),
  "30D": ({ to }) => addDays(to, -29),
  "90D": ({ to }) => addDays(to, -89),
  YTD: ({ to }) => `${to.slice(0, 4)}-01-01`,
  "1Y": ({ to }) => addDays(addMonths(to, -12), 1),
  ALL: ({ from }) => from,
};

/** The days that a range means within the days there are. */
export function resolveRange(value: DateRangeValue, bounds: Days): Days {
  const requested =
    "preset" in value ? { from: starts[value.preset](bounds), to: bounds.to } : value;
  const from = clampDay(requested.from, bounds.from, bounds.to);
  const to = clampDay(requested.to, bounds.from, bounds.to);
  return from <= to ? { from, to } : { from: to, to: from };
}

/** Why two days are no range, or null when they are one. */
export function refuseDays({ from, to }: Days, bounds: Days): string | null {
  if (!isDay(from) || !isDay(to)) return "Enter a start date and an end date.";
  if (from > to) return "The start date must not be after the end date.";
  if (to < bounds.from || from > bounds.to) return "No data is available for these dates.";
  return null;
}
