import type { TreemapSeriesOption } from "echarts/charts";
import { type ChartTheme, inkOn } from "../chartTheme";
import { shareText } from "../numbers";
import { drawable, type PartsView } from "../partsView";
import type { ChartOption } from "./option";
import { classColour, classesOf, classOf } from "./ramp";

/** Magnitude in one hue; the size says the same, so that colour never speaks alone. */
export function treemapOption(
  view: PartsView,
  theme: ChartTheme,
  active: string | null,
): ChartOption {
  const slices = drawable(view);
  const classes = classesOf(
    slices.map(({ value }) => value),
    5,
  );
  const series: TreemapSeriesOption = {
    type: "treemap",
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
    width: "100%",
    height: "100%",
    roam: false,
    nodeClick: false,
    silent: true,
    breadcrumb: { show: false },
    visibleMin: 60,
    itemStyle: { gapWidth: 1, borderWidth: 0, borderColor: theme.surface },
    label: {
      position: [8, 7],
      align: "left",
      verticalAlign: "top",
      fontFamily: theme.font,
      fontSize: 11,
      lineHeight: 15,
      overflow: "truncate",
      rich: { name: { fontWeight: 600, fontSize: 11, lineHeight: 15, fontFamily: theme.font } },
    },
    emphasis: { disabled: true },
    data: slices.map((slice) => {
      const color =
        classColour(theme.sequence.slice(1), classes, classOf(classes, slice.value)) ?? theme.other;
      const ink = inkOn(theme, color);
      return {
        name: slice.name,
        value: slice.value,
        itemStyle: {
          color,
          ...(active === slice.id ? { borderColor: theme.text, borderWidth: 2, gapWidth: 1 } : {}),
        },
        label: {
          color: ink,
          formatter: `{name|${slice.name.replace(/[{}|]/g, " ")}}\n${shareText(slice.value, view.total)}`,
          rich: { name: { color: ink } },
        },
      };
    }),
  };
  return { animation: false, series: [series] };
}
