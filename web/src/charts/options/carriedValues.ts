import { indexAtOrAfter, indexAtOrBefore } from "../dates";
import { timeKind } from "../kinds";
import type { ChartTheme } from "../painting/readChartTheme";
import type { Band } from "../time/bands";
import { heightOf, type Plot, xOf, yOf } from "../time/geometry";
import type { TimeView } from "../time/timeView";
import { layers, type Shape } from "./shapes";

type Stretch = { from: number; to: number };
type Point = readonly [number, number];

/** Narrower ones are not seen. */
const narrowest = 2;

/** How far apart points stand for a marker to be seen beside its neighbours. */
export const markerRoom = 6;

/** The stretches of the shown days in which a band repeats a value. */
function carriedStretches(
  { qualifiers = [], newest, values }: Pick<Band, "qualifiers" | "newest" | "values">,
  days: readonly string[],
): readonly Stretch[] {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const stretches: Stretch[] = [];
  const add = (from: number, to: number) => {
    const before = stretches.at(-1);
    if (before && from <= before.to + 1) before.to = Math.max(before.to, to);
    else if (from <= to) stretches.push({ from, to });
  };
  for (const qualifier of qualifiers) {
    const { is_carried: isCarried, from, to } = qualifier;
    if (!isCarried || to < first || from > last) continue;
    add(indexAtOrAfter(days, from), indexAtOrBefore(days, to));
  }
  // Values after the newest one repeat it.
  if (newest !== undefined && newest < last) {
    add(Math.max(0, indexAtOrBefore(days, newest) + 1), days.length - 1);
  }
  return stretches.flatMap(({ from, to }) => withoutGaps(values, from, to));
}

/** The parts of a stretch with values. */
function withoutGaps(values: Band["values"], from: number, to: number): readonly Stretch[] {
  const parts: Stretch[] = [];
  for (let at = from; at <= to; at += 1) {
    if ((values[at] ?? null) === null) continue;
    const part = parts.at(-1);
    if (part && part.to === at - 1) part.to = at;
    else parts.push({ from: at, to: at });
  }
  return parts;
}

/** From the value that is repeated, where it is shown, to its last repetition. */
function pointsOf(values: Band["values"], { from, to }: Stretch): readonly number[] {
  const start = from > 0 && (values[from - 1] ?? null) !== null ? from - 1 : from;
  return Array.from({ length: to - start + 1 }, (_, offset) => start + offset);
}

function isSeen(plot: Plot, points: readonly number[]): boolean {
  return xOf(plot, points.at(-1) ?? 0) - xOf(plot, points[0] ?? 0) >= narrowest;
}

/** A line is pale where it repeats a value, unless each point has a marker. */
function lineShapes(view: TimeView, plot: Plot, theme: ChartTheme): readonly Shape[] {
  if ((plot.right - plot.left) / Math.max(1, plot.count) >= markerRoom) return [];
  return view.drawn.flatMap((band) =>
    carriedStretches(band, view.days).flatMap((stretch): Shape[] => {
      const indexes = pointsOf(band.values, stretch);
      if (!isSeen(plot, indexes)) return [];
      const points = indexes.map(
        (at): Point => [xOf(plot, at), heightOf(plot, band, band.values[at] ?? 0)],
      );
      return [
        {
          type: "polyline",
          z: layers.hatch,
          silent: true,
          shape: { points },
          style: { stroke: theme.surface, lineWidth: 2.6, opacity: 0.6, fill: "none" },
        },
      ];
    }),
  );
}

/** An area is pale where it repeats a value. */
function areaShapes(view: TimeView, plot: Plot, theme: ChartTheme): readonly Shape[] {
  const base: number[] = view.days.map(() => 0);
  return view.drawn.flatMap((band) => {
    const bottom = [...base];
    for (const [at, value] of band.values.entries()) base[at] = (base[at] ?? 0) + (value ?? 0);
    return carriedStretches(band, view.days).flatMap((stretch): Shape[] => {
      const indexes = pointsOf(band.values, stretch);
      if (!isSeen(plot, indexes)) return [];
      const edge = (heights: readonly number[]) =>
        indexes.map((at): Point => [xOf(plot, at), yOf(plot, heights[at] ?? 0)]);
      return [
        {
          type: "polygon",
          z: layers.hatch,
          silent: true,
          shape: { points: [...edge(base), ...edge(bottom).toReversed()] },
          style: { fill: theme.surface, opacity: 0.3 },
        },
      ];
    });
  });
}

/** Marks carried values where neither a marker nor a paler bar does. */
export function carriedShapes(view: TimeView, plot: Plot, theme: ChartTheme): readonly Shape[] {
  if (plot.slots) return [];
  return timeKind(view.kind).hasLines
    ? lineShapes(view, plot, theme)
    : areaShapes(view, plot, theme);
}
