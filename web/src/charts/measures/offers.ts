import type { SeriesInterval, SeriesMode } from "@/api/contract";
import { onlyLines, type TimeKind } from "../kinds";
import type { Measure } from "./measure";

const intervals = ["day", "week", "month", "quarter", "year"] as const;

export const intervalNames: Record<SeriesInterval, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  quarter: "Quarter",
  year: "Year",
};

/** The intervals of a measure: distinct things are not summed over a longer time than they are counted in. */
export function intervalsOf(measure: Measure): readonly SeriesInterval[] {
  const native = intervals.indexOf(measure.native ?? "day");
  if (measure.kind === "distinct") return intervals.slice(0, native + 1);
  // Weeks do not end with months.
  if (measure.native === "week") return ["week"];
  return intervals.slice(native);
}

export function modesOf({ kind }: Measure): readonly SeriesMode[] {
  if (kind === "stock") return ["level", "flow"];
  return kind === "flow" ? ["flow", "cumulative"] : ["level"];
}

export function modeName(mode: SeriesMode, { kind }: Measure): string {
  if (mode === "cumulative") return "Cumulative";
  if (kind === "flow") return "Per interval";
  return mode === "flow" ? "Change" : "Level";
}

/** Sums alone can be stacked, and a stack has no place for what falls below zero. */
export function stylesOf(measure: Measure, mode: SeriesMode): readonly TimeKind[] {
  if (measure.combining !== "sum") return onlyLines;
  if (measure.signed) return mode === "flow" ? ["bar", "line"] : ["line", "bar"];
  if (mode === "flow")
    return measure.kind === "flow" ? ["bar", "area", "line", "share"] : ["bar", "line"];
  return ["area", "line", "bar", "share"];
}

/** How the points of an interval are dated: a level is called by the day on which it stood. */
export function intervalNote(interval: SeriesInterval, mode: SeriesMode): readonly string[] {
  if (interval === "day") return [];
  const dated = `Each ${interval} is dated by its first day`;
  if (mode === "flow") return [`${dated}.`];
  return [`${dated}; its value is that of its last day, by which the chart names the point.`];
}
