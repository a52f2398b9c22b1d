import { explain, type NumberKey } from "@/app-state/numberExplanation";
import type { Day } from "@/lib/dates/day";
import type { LegendColumn } from "../legend/legend";
import type { ChartNumbers, SeriesId } from "./chartNumbers";

async function explainFigure(
  chart: ChartNumbers,
  figure: { whose: SeriesId; day: Day; column: LegendColumn },
  number: NumberKey,
): Promise<void> {
  // Without its script the number behind the figure is explained.
  const numbers = await import("./legendNumbers").catch(() => null);
  explain(numbers?.explainedFigure(chart, figure) ?? number);
}

/** Returns for a figure of a legend the function that opens its explanation; null without one. */
export function figureExplainer(chart: ChartNumbers) {
  return (whose: SeriesId, day: Day, column: LegendColumn) => {
    const number = chart.numberOf(whose, day);
    return number && (() => void explainFigure(chart, { whose, day, column }, number));
  };
}
