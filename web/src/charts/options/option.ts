import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import type { Plot } from "../time/geometry";
import type { Shape } from "./shapes";

export type AnySeries = LineSeriesOption | BarSeriesOption;

/** The options that pure functions give to the engine. */
export type ChartOption = {
  animation: false;
  grid?: Readonly<Record<string, number | string | boolean>>;
  xAxis?: Readonly<Record<string, unknown>>;
  yAxis?: Readonly<Record<string, unknown>>;
  series: readonly AnySeries[];
  graphic?: { elements: readonly Shape[] };
};

/** The cartesian frame; its axes are drawn by us, so that every label stands where the rules want it. */
export function frame(plot: Plot): Pick<ChartOption, "animation" | "grid" | "xAxis" | "yAxis"> {
  const { axis } = plot;
  const bound = (value: number) => (axis.log ? Math.log10(value) : value);
  return {
    animation: false,
    grid: {
      left: plot.left,
      top: plot.top,
      width: plot.right - plot.left,
      height: plot.bottom - plot.top,
      containLabel: false,
      outerBoundsMode: "none",
    },
    xAxis: {
      type: "category",
      show: false,
      boundaryGap: plot.slots || plot.count === 1,
      data: Array.from({ length: plot.count }, (_, index) => String(index)),
    },
    yAxis: { type: "value", show: false, min: bound(axis.min), max: bound(axis.max) },
  };
}
