import type { LineSeriesOption } from "echarts/charts";
import { type ChartTheme, colourOfStep } from "../chartTheme";
import type { TimeView } from "../timeView";

/** Stacked areas, also of shares: the first band is the lowest. */
export function areaSeries(view: TimeView, theme: ChartTheme): readonly LineSeriesOption[] {
  return view.drawn.map((band): LineSeriesOption => {
    const color = colourOfStep(theme, band.step);
    return {
      type: "line",
      name: band.name,
      stack: "all",
      stackStrategy: "all",
      silent: true,
      symbol: "none",
      showSymbol: false,
      lineStyle: { color: theme.bandEdge, width: 0.8 },
      areaStyle: { color, opacity: 1 },
      itemStyle: { color },
      emphasis: { disabled: true },
      data: band.values.map((value) => value ?? "-"),
    };
  });
}
