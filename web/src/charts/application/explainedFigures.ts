import type { NumberKey } from "@/app-state/numberExplanation";
import type { Day } from "@/lib/dates/day";
import { allKey, withoutKey } from "../data/timeData";
import type { ShownChart } from "../derived/shownChart";
import { explainedRest } from "../explanation/explainedRest";
import { explainedDay, explainedOfGroup } from "../explanation/explanation";
import type { ChartView } from "./chartView";
import { explainedSlice } from "./nested";
import type { useMarketData } from "./useMarketData";

type MarketChartData = Omit<ReturnType<typeof useMarketData>, "benchmarks"> & {
  view: ChartView;
  title: string;
};

/** The explanation of a group of a chart on a day, or of all together. */
function numberOf(charted: MarketChartData, id: string | null, day: Day): NumberKey | null {
  const { view, marked, title, request, answer } = charted;
  const sample = answer.data?.total.has_sample ?? false;
  if (id === null || id === allKey) return explainedDay(request, day, title);
  const one = marked.series.find((series) => series.id === id);
  if (!one || one.role === "reference") return null;
  const { nested } = view.chart;
  if (nested) return explainedSlice(nested, request, { id, day, sample });
  const whole = explainedDay(request, day, "Total");
  if (one.role === "other") return explainedRest(one.name, whole, sample);
  return explainedOfGroup(request, id === withoutKey ? null : id, day, one.name);
}

/** The units of the groups of a chart, and what explains their numbers. */
export function numbersOf(charted: MarketChartData): Pick<ShownChart, "unitOf" | "numberOf"> {
  const { answer, request } = charted;
  const unit = { unit: answer.data?.unit ?? "count", measure: request.measure };
  return {
    unitOf: () => unit,
    numberOf: (id, day) => numberOf(charted, id, day),
  };
}
