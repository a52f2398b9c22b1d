import type { LineSeriesOption } from "echarts/charts";
import type { ChartTheme } from "../painting/readChartTheme";
import type { Plot } from "../time/geometry";
import type { TimeView } from "../time/timeView";
import type { Value } from "../types";
import { fillOf } from "./fill";
import { thinnedIndexes } from "./thinning";

/** The height of the whole stack, day by day: all bands keep the same days, or they would not lie on each other. */
function heights({ drawn, days }: TimeView): readonly Value[] {
  return days.map((_, index) => {
    let sum = 0;
    for (const { values } of drawn) {
      const value = values[index] ?? null;
      if (value === null) return null;
      sum += value;
    }
    return sum;
  });
}

/** Stacked areas, also of shares: the first band is the lowest. */
export function areaSeries(
  view: TimeView,
  plot: Plot,
  theme: ChartTheme,
): readonly LineSeriesOption[] {
  const thinned = thinnedIndexes(heights(view), plot.right - plot.left);
  return view.drawn.map((band): LineSeriesOption => {
    const fill = fillOf(band, theme);
    return {
      type: "line",
      name: band.name,
      stack: "all",
      stackStrategy: "all",
      silent: true,
      symbol: "none",
      showSymbol: false,
      lineStyle: { color: theme.bandEdge, width: 0.8 },
      areaStyle: { color: fill.color, opacity: 1 },
      itemStyle: fill,
      emphasis: { disabled: true },
      data: thinned
        ? thinned.map((at) => [at, band.values[at] ?? 0])
        : band.values.map((value) => value ?? "-"),
    };
  });
}
