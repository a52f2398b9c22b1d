import { describe, expect, it } from "vitest";
import { dayOfNumber } from "../dates";
import type { TimeKind } from "../kinds";
import type { ChartTheme } from "../painting/readChartTheme";
import { indexAt, plotOf, xOf, yOf } from "../time/geometry";
import { timeView } from "../time/timeView";
import type { ChartSeries } from "../types";
import { carriedShapes } from "./carriedValues";

const theme = { surface: "#ffffff" } as ChartTheme;
const days = Array.from({ length: 400 }, (_, index) => dayOfNumber(20_000 + index));
const at = (index: number) => days[index] ?? "";

function carried(from: number, to: number) {
  return {
    from: at(from),
    to: at(to),
    value_date: at(from - 1),
    is_carried: true,
    is_partial: false,
    spans_gap: false,
    lacks_days: false,
    is_average: false,
  };
}

function band(id: string, first: number, more: Partial<ChartSeries> = {}): ChartSeries {
  const values = days.map((_, index) => (index === 205 ? null : first + index));
  return { id, name: id, sample: false, values, ...more };
}

function drawn(series: readonly ChartSeries[], kind: TimeKind, width = 700) {
  const view = timeView({
    data: { days, series },
    kind,
    unit: { kind: "money" },
    hidden: new Set(),
    span: null,
    log: false,
  });
  const plot = plotOf(view, { width, height: 330 }, { above: false, names: 0 });
  const shapes = carriedShapes(view, plot, theme).map(({ type, shape }) => ({
    type,
    points: shape?.points as readonly (readonly [number, number])[],
  }));
  return { plot, shapes };
}

describe("carried values", () => {
  it("are a paler line from the value that is repeated on, to the sides of a gap, and to the end", () => {
    const qualifiers = [carried(50, 59), carried(60, 64), carried(200, 210)];
    const { plot, shapes } = drawn([band("a", 100, { qualifiers, newest: at(390) })], "line");
    const ends = shapes.map(({ points }) =>
      [points[0]?.[0], points.at(-1)?.[0]].map((x) => indexAt(plot, x ?? 0)),
    );
    expect(ends).toEqual([
      [49, 64],
      [199, 204],
      [206, 210],
      [390, 399],
    ]);
  });

  it("are not marked where nobody could see it", () => {
    const series = [band("a", 100, { qualifiers: [carried(50, 50)] })];
    expect(drawn(series, "line", 320).shapes).toEqual([]);
    expect(drawn(series, "line", 1400).shapes).toHaveLength(1);
    expect(drawn(series, "bar", 1400).shapes, "bars are paler themselves").toEqual([]);
  });

  it("are a paler piece of their own band in an area", () => {
    const { plot, shapes } = drawn(
      [band("a", 1000), band("b", 100, { qualifiers: [carried(20, 24)] })],
      "area",
    );
    const [piece, ...others] = shapes;
    expect(others).toEqual([]);
    const x = [19, 20, 21, 22, 23, 24].map((index) => xOf(plot, index));
    expect(piece?.points.map(([place]) => place)).toEqual([...x, ...x.toReversed()]);
    expect(piece?.points[0]?.[1]).toBe(yOf(plot, 1019 + 119));
    expect(piece?.points.at(-1)?.[1]).toBe(yOf(plot, 1019));
  });
});
