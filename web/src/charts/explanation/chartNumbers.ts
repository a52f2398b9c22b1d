import type { NumberKey } from "@/app-state/numberExplanation";
import type { Day } from "@/lib/dates/day";
import type { TimeData } from "../types";

/** The days over which a legend shows changes. */
export const changeDays = 30;

/** The id of a series, or null for all together. */
export type SeriesId = string | null;

export type ChartNumbers = {
  /** The values of the answer, exact and not rebased. */
  data: TimeData;
  unitOf: (whose: SeriesId) => { unit: string; measure: string };
  numberOf: (whose: SeriesId, day: Day) => NumberKey | null;
  /** The first day shown, where every line is 100 when it starts. */
  start: Day | null;
};
