import { nameWithoutEnd } from "../data/freshness";
import { timeKind } from "../kinds";
import { type ChartTheme, colourOfStep } from "../painting/readChartTheme";
import { endValue } from "../time/bands";
import { heightOf, type Plot, spreadLabels, textWidth } from "../time/geometry";
import type { TimeView } from "../time/timeView";
import { layers, type Shape, text } from "./shapes";

const mostNames = 4;
const longestName = 18;
const room = 14;

/** A line that ends shows when, and the legend says it. */
function shortened(whole: string): string {
  const name = nameWithoutEnd(whole);
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1).trimEnd()}…`;
}

/** The lines named at their end: all of up to four; of more only those whose colour is another one's too. */
function namedIds(view: TimeView, width: number): ReadonlySet<string> {
  if (!timeKind(view.kind).hasLines || width < 480) return new Set();
  const named =
    view.visible.length <= mostNames
      ? view.visible
      : view.visible.filter(({ pattern }) => pattern > 0);
  return new Set(named.map(({ id }) => id));
}

export function nameRoom(view: TimeView, width: number): number {
  const ids = namedIds(view, width);
  const widths = view.visible
    .filter(({ id }) => ids.has(id))
    .map(({ name }) => textWidth(shortened(name)) + 24);
  return Math.max(0, ...widths);
}

export function endNameShapes(view: TimeView, plot: Plot, theme: ChartTheme): readonly Shape[] {
  const ids = namedIds(view, plot.width);
  const named = view.drawn.flatMap((band) => {
    const last = endValue(band.values);
    return ids.has(band.id) && Number.isFinite(last)
      ? [{ band, y: heightOf(plot, band, last) }]
      : [];
  });
  const places = spreadLabels(
    named.map(({ y }) => y),
    room,
    plot.top - 4,
    plot.bottom - 2,
  );
  // Behind the labels of a second axis.
  const start = plot.right + (plot.second?.width ?? 0);
  return named.flatMap(({ band }, index): Shape[] => {
    const y = places[index] ?? 0;
    const colour = band.role === "reference" ? theme.text3 : colourOfStep(theme, band.step);
    return [
      {
        type: "circle",
        z: layers.marks,
        silent: true,
        shape: { cx: start + 9, cy: y, r: 3 },
        style: { fill: colour },
      },
      text(
        shortened(band.name),
        theme,
        { x: start + 16, y, weight: 600, colour: theme.text2 },
        layers.marks,
      ),
    ];
  });
}
