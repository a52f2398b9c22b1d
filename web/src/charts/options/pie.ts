import type { PieSeriesOption } from "echarts/charts";
import { type CompositionView, drawable } from "../composition/compositionView";
import { shareText } from "../numbers";
import type { ChartTheme } from "../painting/chartTheme";
import type { Size } from "../types";
import { fillOf } from "./fill";
import type { ChartOption } from "./option";
import type { PartPlace } from "./places";
import { withSampleSign } from "./shapes";

/** The circle: smaller where the names stand around it. */
function pieShape(size: Size): { x: number; y: number; radius: number; named: boolean } {
  const named = size.width >= 440;
  const radius = Math.round((Math.min(size.width, size.height) / 2) * (named ? 0.72 : 0.92));
  return { x: size.width / 2, y: size.height / 2, radius, named };
}

export function piePlaces(view: CompositionView, size: Size): readonly PartPlace[] {
  const { radius, x: centreX, y: centreY } = pieShape(size);
  const slices = drawable(view);
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  let start = 0;
  return slices.map(({ id, value }) => {
    const from = start;
    const to = start + value / whole;
    start = to;
    const middle = (from + to) * Math.PI;
    return {
      id,
      x: centreX + Math.sin(middle) * radius * 0.6,
      y: centreY - Math.cos(middle) * radius * 0.6,
      holds: (x, y) => {
        const turn = Math.atan2(x - centreX, centreY - y) / (2 * Math.PI);
        const part = turn < 0 ? turn + 1 : turn;
        return Math.hypot(x - centreX, y - centreY) <= radius && part >= from && part < to;
      },
    };
  });
}

/** At most seven slices and "Other", named on the outside where there is room. */
export function pieOption(
  view: CompositionView,
  size: Size,
  theme: ChartTheme,
  active: string | null,
): ChartOption {
  const { named, radius, x, y } = pieShape(size);
  const series: PieSeriesOption = {
    type: "pie",
    radius,
    center: [x, y],
    minAngle: 0,
    startAngle: 90,
    clockwise: true,
    silent: true,
    avoidLabelOverlap: true,
    itemStyle: { borderColor: theme.bandEdge, borderWidth: 1 },
    label: {
      show: named,
      color: theme.text2,
      fontFamily: theme.font,
      fontSize: 11,
      lineHeight: 14,
      width: Math.max(60, size.width / 2 - radius - 40),
      overflow: "truncate",
    },
    labelLine: { show: named, length: 8, length2: 8, lineStyle: { color: theme.axis } },
    emphasis: { disabled: true },
    data: drawable(view).map((slice) => ({
      name: slice.name,
      value: slice.value,
      label: {
        formatter: `${withSampleSign(slice.name, slice.sample)}\n${shareText(slice.value, view.total)}`,
      },
      itemStyle: {
        ...fillOf(slice, theme),
        ...(active === slice.id ? { borderColor: theme.text, borderWidth: 2 } : {}),
      },
    })),
  };
  return { animation: false, series: [series] };
}
