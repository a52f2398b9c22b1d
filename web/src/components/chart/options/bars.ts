import type { BarSeriesOption } from "echarts/charts";
import { type ChartTheme, colourOfStep } from "../chartTheme";
import type { TimeView } from "../timeView";

/** Bars from zero. A single band with values on both sides is a flow: its colour is that of the direction. */
export function barSeries(view: TimeView, theme: ChartTheme): readonly BarSeriesOption[] {
  const flow = view.drawn.length === 1 && view.low < 0;
  return view.drawn.map((band): BarSeriesOption => {
    const color = colourOfStep(theme, band.step);
    const tone = (value: number) => (value < 0 ? theme.outflow : theme.inflow);
    return {
      type: "bar",
      name: band.name,
      stack: "all",
      silent: true,
      barMaxWidth: 44,
      barCategoryGap: view.days.length > 120 ? "8%" : "30%",
      itemStyle: { color, borderRadius: flow ? 1 : 0 },
      emphasis: { disabled: true },
      data: band.values.map((value) => {
        if (value === null) return "-";
        return flow ? { value, itemStyle: { color: tone(value) } } : value;
      }),
    };
  });
}
