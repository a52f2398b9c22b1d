import type { TimeKind } from "../kinds";
import type { ChartTheme } from "../painting/readChartTheme";
import { type Plot, plotOf } from "../time/geometry";
import type { TimeView } from "../time/timeView";
import type { Size, TimeData } from "../types";
import { areaSeries } from "./areas";
import { axisShapes } from "./axes";
import { barSeries } from "./bars";
import { carriedShapes } from "./carriedValues";
import { endNameShapes, nameRoom } from "./endNames";
import { lineSeriesOptions } from "./lines";
import { markShapes } from "./marks";
import { type AnySeries, type ChartOption, frame } from "./option";

type SeriesOf = (view: TimeView, plot: Plot, theme: ChartTheme) => readonly AnySeries[];

const series: Record<TimeKind, SeriesOf> = {
  line: lineSeriesOptions,
  area: areaSeries,
  bar: barSeries,
  // The shares of a single day are a bar, too.
  share: (view, plot, theme) => (plot.slots ? barSeries : areaSeries)(view, plot, theme),
};

export function timePlot(view: TimeView, data: TimeData, size: Size): Plot {
  // Where marks may come, their room is kept: the picture does not move when they do.
  const above = data.marks !== undefined || view.gaps.length > 0;
  return plotOf(view, size, { above, names: nameRoom(view, size.width) });
}

/** The whole picture of a chart over time. */
export function timeOption(
  view: TimeView,
  data: TimeData,
  plot: Plot,
  theme: ChartTheme,
): ChartOption {
  return {
    ...frame(plot),
    series: series[view.kind](view, plot, theme),
    graphic: {
      elements: [
        ...axisShapes(plot, theme),
        ...carriedShapes(view, plot, theme),
        ...markShapes(view, data, plot, theme),
        ...endNameShapes(view, plot, theme),
      ],
    },
  };
}
