import type { LineSeriesOption } from "echarts/charts";
import { isIncomplete, qualifierOf } from "@/lib/format/qualifiers";
import { dashOf } from "../painting/entityColour";
import { type ChartTheme, colourOfStep } from "../painting/readChartTheme";
import type { Band } from "../time/bands";
import { type Plot, plottedOf } from "../time/geometry";
import type { TimeView } from "../time/timeView";
import type { Value } from "../types";
import { markerRoom } from "./carriedValues";
import { thinnedIndexes } from "./thinning";

/** A point without neighbours has no line: only a dot shows it. */
function isLonely(values: readonly Value[], index: number): boolean {
  const none = (value: Value | undefined) => value === null || value === undefined;
  return !none(values[index]) && none(values[index - 1]) && none(values[index + 1]);
}

function hasRoom(plot: Plot): boolean {
  return (plot.right - plot.left) / Math.max(1, plot.count) >= markerRoom;
}

function isMeasured(band: Band, day: string | undefined): boolean {
  const qualifier = day === undefined ? undefined : qualifierOf(band.qualifiers, day);
  return !qualifier || !(qualifier.is_carried || qualifier.is_average || isIncomplete(qualifier));
}

function look(band: Band, alone: boolean, theme: ChartTheme): LineSeriesOption["lineStyle"] {
  if (band.role === "reference") return { color: theme.text3, width: 1.3, type: [4, 3] };
  if (band.step === 0) return { color: alone ? theme.text : theme.other, width: alone ? 1.7 : 1 };
  return {
    color: colourOfStep(theme, band.step),
    width: 1.7,
    type: [...(dashOf(band.pattern) ?? [])],
    join: "round",
  };
}

export function lineSeriesOptions(
  view: TimeView,
  plot: Plot,
  theme: ChartTheme,
): readonly LineSeriesOption[] {
  const alone = view.drawn.length === 1;
  return view.drawn.toReversed().map((band): LineSeriesOption => {
    const style = look(band, alone, theme);
    const thinned = thinnedIndexes(band.values, plot.right - plot.left);
    const lonely = thinned === null && band.values.some((_, at) => isLonely(band.values, at));
    const open = thinned === null && hasRoom(plot);
    const isOpen = (at: number) => open && !isMeasured(band, view.days[at]);
    const marked = lonely || band.values.some((value, at) => value !== null && isOpen(at));
    return {
      type: "line",
      name: band.name,
      silent: true,
      symbol: "none",
      showSymbol: marked,
      showAllSymbol: marked,
      lineStyle: style,
      itemStyle: { color: style?.color },
      emphasis: { disabled: true },
      data: thinned
        ? thinned.map((at) => [at, plottedOf(plot, band, band.values[at] ?? 0)])
        : band.values.map((value, index) => {
            if (value === null) return "-";
            const drawn = plottedOf(plot, band, value);
            if (isOpen(index))
              return {
                value: drawn,
                symbol: "circle",
                symbolSize: 5,
                itemStyle: { color: theme.surface, borderColor: style?.color, borderWidth: 1.2 },
              };
            return lonely && isLonely(band.values, index)
              ? { value: drawn, symbol: "circle", symbolSize: 6 }
              : drawn;
          }),
    };
  });
}
