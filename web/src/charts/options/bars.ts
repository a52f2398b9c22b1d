import type { BarSeriesOption } from "echarts/charts";
import { isIncomplete, qualifierOf } from "@/lib/format/qualifiers";
import type { ChartTheme } from "../painting/readChartTheme";
import type { Plot } from "../time/geometry";
import { isFlow, type TimeView } from "../time/timeView";
import { fillOf, stripeDecal } from "./fill";

/** Bars from zero, stacked on both sides of it. */
export function barSeries(
  view: TimeView,
  plot: Plot,
  theme: ChartTheme,
): readonly BarSeriesOption[] {
  const flow = isFlow(view);
  // Denser than the stripes of a colour.
  const hatching = stripeDecal(theme, 45, [1.6, 2.4]);
  return view.drawn.map((band): BarSeriesOption => {
    const tone = (value: number) => (value < 0 ? theme.outflow : theme.inflow);
    return {
      type: "bar",
      name: band.name,
      stack: "all",
      silent: true,
      barMaxWidth: 44,
      barCategoryGap: plot.count > 120 ? "8%" : "30%",
      itemStyle: { ...fillOf(band, theme), borderRadius: flow ? 1 : 0 },
      emphasis: { disabled: true },
      data: band.values.map((value, at) => {
        if (value === null) return "-";
        const colour = flow ? { color: tone(value) } : {};
        const qualifier = qualifierOf(band.qualifiers, view.days[at] ?? "");
        const isCarried = qualifier?.is_carried;
        const isHatched = qualifier && (qualifier.spans_gap || isIncomplete(qualifier));
        if (!flow && !isCarried && !isHatched) return value;
        // A carried value is paler than a measured one, a partial one or a change over a gap hatched.
        return {
          value,
          itemStyle: {
            ...colour,
            ...(isCarried && { opacity: 0.45 }),
            ...(isHatched && { decal: hatching }),
          },
        };
      }),
    };
  });
}
