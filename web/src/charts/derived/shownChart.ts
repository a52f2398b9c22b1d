import type { NumberKey } from "@/app-state/numberExplanation";
import type { Origin } from "@/lib/files/origin";
import type { SeriesId } from "../explanation/chartNumbers";
import type { ChartState, ChartUnit, TimeData } from "../types";

/** A chart as it is drawn, after any conversion or calculation, with the explanations of its numbers. */
export type ShownChart = {
  data: TimeData;
  unit: ChartUnit;
  unitLine: string;
  state: ChartState;
  footnotes: readonly string[];
  /** Loads where its values come from, with those of benchmarks and exchange rates. */
  origin: () => Promise<Origin>;
  unitOf: (whose: SeriesId) => { unit: string; measure: string };
  /** The number of a series on a day; of all together without a series. */
  numberOf: (whose: SeriesId, day: string) => NumberKey | null;
};
