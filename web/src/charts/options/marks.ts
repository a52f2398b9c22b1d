import { indexAtOrAfter, indexAtOrBefore } from "../dates";
import { timeKind } from "../kinds";
import type { ChartTheme } from "../painting/readChartTheme";
import { heightOf, type Plot, runEdges, spreadLabels, textWidth, xOf } from "../time/geometry";
import type { Run, TimeView } from "../time/timeView";
import type { Disc, Mark, PublishedValues, TimeData, Value } from "../types";
import { hatch, layers, line, rect, type Shape, text } from "./shapes";

export type Letter = { letter: string; disc: Mark & Disc };

/** Discs with their letters, which do not change with the zoom. */
export function letterDiscs(marks: readonly Mark[] = []): readonly Letter[] {
  return marks
    .filter((mark): mark is Mark & Disc => mark.shape === "disc")
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map((disc, index) => ({ disc, letter: String.fromCharCode(65 + (index % 26)) }));
}

/** How much of the row of marks one disc takes. */
const discRoom = 16;

/** The index of a day in the shown stretch, or null outside of it. */
function shownIndex(view: TimeView, day: string): number | null {
  const { days } = view;
  if (day < (days[0] ?? "") || day > (days.at(-1) ?? "")) return null;
  return indexAtOrAfter(days, day);
}

function discShapes(
  letters: readonly Letter[],
  view: TimeView,
  plot: Plot,
  theme: ChartTheme,
): readonly Shape[] {
  const places = letters.flatMap(({ letter, disc }) => {
    const index = shownIndex(view, disc.day);
    return index === null ? [] : [{ letter, words: disc.words, x: xOf(plot, index) }];
  });
  // Those of days that lie close stand beside each other, none of them outside of the picture.
  const discs = spreadLabels(
    places.map(({ x }) => x),
    discRoom,
    discRoom / 2,
    plot.width - discRoom / 2,
  );
  return places.flatMap(({ letter, words, x }, which) => {
    const disc = discs[which] ?? x;
    const y = plot.top - 12;
    const next = discs[which + 1] ?? Number.POSITIVE_INFINITY;
    const width = textWidth(words) + 14;
    const after = disc + width < Math.min(plot.width, next - 10);
    const way = [
      [[disc, plot.top - 6] as const, [x, plot.top] as const],
      [[x, plot.top] as const, [x, plot.bottom] as const],
    ] as const;
    const stroked = (style: Parameters<typeof line>[2]) =>
      way.map(([from, to]) => line(from, to, style, layers.marks));
    const shapes = [
      ...stroked({ stroke: theme.surface, lineWidth: 3, opacity: 0.8 }),
      ...stroked({ stroke: theme.annotation, lineWidth: 1 }),
      {
        type: "circle",
        z: layers.marks,
        silent: true,
        shape: { cx: disc, cy: y, r: 7.5 },
        style: { fill: theme.annotation },
      } as const,
      text(
        letter,
        theme,
        { x: disc, y: y + 0.5, align: "center", weight: 600, size: 10, colour: theme.surface },
        layers.marks + 1,
      ),
    ];
    const before = !after && which === 0 && disc - width > plot.left;
    if (plot.width > 560 && (after || before)) {
      const place = after
        ? { x: disc + 12, align: "left" as const }
        : { x: disc - 12, align: "right" as const };
      shapes.push(text(words, theme, { ...place, y, colour: theme.text2 }, layers.marks));
    }
    return shapes;
  });
}

function gapShapes(
  run: Run,
  plot: Plot,
  theme: ChartTheme,
  taken: readonly number[],
): readonly Shape[] {
  const [x, end] = runEdges(plot, run.from, run.to);
  const box = { x, y: plot.top, width: Math.max(2, end - x), height: plot.bottom - plot.top };
  const middle = x + box.width / 2;
  const half = textWidth(run.reason) / 2;
  const shapes = [
    rect(box, { fill: theme.surface }, layers.hatch),
    hatch(box, 5, { stroke: theme.lineStrong, lineWidth: 1.3 }),
  ];
  if (taken.every((other) => Math.abs(other - middle) > half + 14)) {
    const place = Math.min(plot.width - half - 2, Math.max(half + 2, middle));
    shapes.push(
      text(
        run.reason,
        theme,
        { x: place, y: plot.top - 9, align: "center", colour: theme.text2 },
        layers.marks,
      ),
    );
  }
  return shapes;
}

function provisionalShapes(
  from: string,
  view: TimeView,
  plot: Plot,
  theme: ChartTheme,
): readonly Shape[] {
  const last = view.days.at(-1) ?? "";
  if (last < from) return [];
  const index = Math.max(0, indexAtOrAfter(view.days, from));
  const start = runEdges(plot, Math.min(index, plot.count - 1), plot.count - 1)[0];
  const end = plot.slots ? plot.right : xOf(plot, plot.count - 1);
  const x = Math.max(plot.left, Math.min(start, end - 8));
  const box = { x, y: plot.top, width: end - x, height: plot.bottom - plot.top };
  return [
    hatch(box, 4, { stroke: theme.surface, lineWidth: 1.6, opacity: 0.75 }),
    line(
      [x, plot.top],
      [x, plot.bottom],
      { stroke: theme.axis, lineWidth: 1, lineDash: [2, 2] },
      layers.hatch,
    ),
  ];
}

/** A triangle on the axis for each day with a mark of this shape. */
function triangleShapes(
  marks: readonly Mark[],
  view: TimeView,
  plot: Plot,
  theme: ChartTheme,
): readonly Shape[] {
  const days = marks.flatMap(({ shape, day }) => (shape === "triangle" ? day : []));
  return [...new Set(days)].flatMap((day): Shape[] => {
    const index = shownIndex(view, day);
    if (index === null) return [];
    const [x, y] = [xOf(plot, index), plot.bottom];
    return [
      {
        type: "polygon",
        z: layers.marks,
        silent: true,
        shape: {
          points: [
            [x, y - 7],
            [x + 4, y],
            [x - 4, y],
          ],
        },
        style: { fill: theme.annotation, stroke: theme.surface, lineWidth: 1 },
      },
    ];
  });
}

/** The first published values as a dotted line, joined to the restated ones at its ends. */
function publishedShapes(
  published: PublishedValues,
  data: TimeData,
  view: TimeView,
  plot: Plot,
  theme: ChartTheme,
): readonly Shape[] {
  const { isStacked, isShare, hasSlots } = timeKind(view.kind);
  if (isShare || hasSlots) return [];
  const band = view.drawn.find(({ id }) => id === published.seriesId);
  const restated: readonly Value[] =
    published.seriesId === undefined ? view.total : (band?.values ?? []);
  // A total is that of all bands: with some hidden there is nothing to compare it with.
  const partial = published.seriesId === undefined && view.visible.length < view.whole.length;
  const alone = !isStacked || published.seriesId === undefined;
  const first = indexAtOrBefore(data.days, published.from) - view.start;
  const points: [number, number][] = [];
  published.values.forEach((value, offset) => {
    const index = first + offset;
    if (value === null || index < 0 || index >= plot.count) return;
    points.push([xOf(plot, index), heightOf(plot, band ?? {}, value)]);
  });
  if (partial || !alone || points.length === 0) return [];
  const joint = (index: number): [number, number][] => {
    const value = restated[index] ?? null;
    return value === null ? [] : [[xOf(plot, index), heightOf(plot, band ?? {}, value)]];
  };
  const start = Math.max(first, 0);
  const end = Math.min(first + published.values.length, plot.count) - 1;
  const [firstPoint] = points;
  const shapes: Shape[] = [
    {
      type: "polyline",
      z: layers.marks,
      silent: true,
      shape: { points: [...joint(start), ...points, ...joint(end)] },
      style: { stroke: theme.text, lineWidth: 1.4, lineDash: [2, 2], fill: "none" },
    },
  ];
  const words = published.words ?? "as first published";
  if (firstPoint && plot.width > 420 && firstPoint[0] - textWidth(words) > plot.left)
    shapes.push(
      text(
        words,
        theme,
        { x: firstPoint[0] - 5, y: firstPoint[1] - 4, align: "right", colour: theme.text2 },
        layers.marks,
      ),
    );
  return shapes;
}

export function markShapes(
  view: TimeView,
  data: TimeData,
  plot: Plot,
  theme: ChartTheme,
): readonly Shape[] {
  const letters = letterDiscs(data.marks);
  const taken = letters.flatMap(({ disc }) => {
    const index = shownIndex(view, disc.day);
    return index === null ? [] : [xOf(plot, index)];
  });
  const provisional = data.provisional;
  return [
    ...view.gaps.flatMap((run) => gapShapes(run, plot, theme, taken)),
    ...(provisional ? provisionalShapes(provisional.from, view, plot, theme) : []),
    ...(data.published ?? []).flatMap((stretch) =>
      publishedShapes(stretch, data, view, plot, theme),
    ),
    ...triangleShapes(data.marks ?? [], view, plot, theme),
    ...discShapes(letters, view, plot, theme),
  ];
}
