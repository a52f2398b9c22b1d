import type { Explained } from "@/app-state/explained";
import type { Origin } from "@/lib/files/origin";
import type { Whose } from "../explained/chartNumbers";
import type { ChartState, ChartUnit, TimeData } from "../types";

/** What a chart draws, as it is answered or after a conversion or calculation, with what explains each of its numbers. */
export type ShownChart = {
  data: TimeData;
  unit: ChartUnit;
  unitLine: string;
  state: ChartState;
  footnotes: readonly string[];
  /** Loads where its values come from, with those of benchmarks and exchange rates. */
  origin: () => Promise<Origin>;
  /** The unit and measure of a series. */
  unitOf: (whose: Whose) => { unit: string; measure: string };
  /** The number of a series on a day; of all together without a series. */
  numberOf: (whose: Whose, day: string) => Explained | null;
};
