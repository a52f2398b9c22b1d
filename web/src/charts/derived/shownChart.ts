import type { ReactNode } from "react";
import type { NumberKey } from "@/app-state/numberExplanation";
import type { Origin } from "@/lib/files/origin";
import { type Currency, currencies } from "../currencies";
import type { SeriesId } from "../explanation/chartNumbers";
import type { ChartState, ChartUnit, Freshness, TimeData } from "../types";

/** A chart as it is drawn, after any conversion or calculation, with the explanations of its numbers. */
export type ShownChart = {
  data: TimeData;
  unit: ChartUnit;
  unitLine: string;
  state: ChartState;
  /** Whether some values are sample data, how old they are, and how many of all are known. */
  sample: boolean;
  freshness: Freshness | null;
  coverage: ReactNode;
  footnotes: readonly string[];
  /** Loads where its values come from, with those of benchmarks and exchange rates. */
  origin: () => Promise<Origin>;
  unitOf: (whose: SeriesId) => { unit: string; measure: string };
  /** The number of a series on a day; of all together without a series. */
  numberOf: (whose: SeriesId, day: string) => NumberKey | null;
};

const noData: TimeData = { days: [], series: [] };

/** The units of a chart of US$ in another currency. */
export function unitsIn(
  { unit, unitLine, unitOf }: ShownChart,
  currency: Currency,
): Pick<ShownChart, "unit" | "unitLine" | "unitOf"> {
  const { code, symbol } = currencies[currency];
  return {
    unit: unit.kind === "money" ? { ...unit, code, symbol } : unit,
    unitLine: unitLine.replace("US$", code),
    unitOf: (whose) => {
      const before = unitOf(whose);
      return before.unit === "usd" ? { ...before, unit: currency } : before;
    },
  };
}

/** A chart in a currency in which its values are not known yet: without those in US$, which would pass for them. */
export function unconvertedChart<One extends ShownChart>(
  chart: One,
  currency: Currency,
  state: ChartState,
): One {
  return { ...chart, ...unitsIn(chart, currency), data: noData, state };
}

/** A chart without values in a currency: why there are none, and nothing about its values in US$. */
export function withoutValues<One extends ShownChart>(
  chart: One,
  currency: Currency,
  state: ChartState,
): One {
  const nothing = { sample: false, freshness: null, coverage: null, footnotes: [] };
  return { ...unconvertedChart(chart, currency, state), ...nothing };
}
