import { describe, expect, it } from "vitest";
import { compositionView } from "../composition/compositionView";
import type { ChartTheme } from "../painting/readChartTheme";
import { plotOf } from "../time/geometry";
import { noteTexts } from "../time/notes";
import { timeView } from "../time/timeView";
import type { TimeData } from "../types";
import { barSeries } from "./bars";
import type { Shape } from "./shapes";
import { treemapOption } from "./treemap";

const theme: ChartTheme = {
  surface: "#ffffff",
  surface3: "#eceef1",
  line: "#e0e3e7",
  lineStrong: "#c8cdd4",
  text: "#14181d",
  text2: "#474f59",
  text3: "#646d78",
  grid: "#e6e9ec",
  axis: "#828b95",
  annotation: "#14181d",
  other: "#828b95",
  bandEdge: "#ffffff",
  inflow: "#3f7bc8",
  outflow: "#c2651a",
  categories: ["#000010", "#000011"],
  sequence: ["#e6edf8", "#c5d5ef", "#9db8e3", "#7298d4", "#4a78c2", "#2b59a8", "#153c82"],
  font: "'Plex Sans',sans-serif",
};
const size = { width: 700, height: 330 };
const unit = { kind: "money" } as const;

it("writes the sign of sample data beside the name of a part", () => {
  const parts = [
    { id: "US", name: "United States", value: 50, sample: true },
    { id: "LU", name: "Luxembourg", sample: false, value: 20 },
  ];
  const view = compositionView({ day: "2026-11-19", parts }, unit, new Set());
  const shapes: readonly Shape[] = treemapOption(view, size, theme, null).graphic?.elements ?? [];
  const words = shapes.flatMap(({ style }) => style.text ?? []);
  expect(words).toEqual(expect.arrayContaining(["United States ▨", "Luxembourg"]));
});

describe("changes over a gap", () => {
  const days = ["2026-11-18", "2026-11-19"];
  const gap = {
    from: "2026-11-19",
    to: "2026-11-19",
    value_date: null,
    is_carried: false,
    is_partial: false,
    spans_gap: true,
    lacks_days: false,
    is_average: false,
  };
  const data: TimeData = {
    days,
    series: [{ id: "a", name: "A", sample: false, values: [5, 7], qualifiers: [gap] }],
  };

  it("are hatched bars", () => {
    const hidden = new Set<string>();
    const view = timeView({ data, kind: "bar", unit, hidden, span: null, log: false });
    const plot = plotOf(view, size, { above: false, names: 0 });
    const [bar] = barSeries(view, plot, theme);
    expect(bar?.data?.[0]).toBe(5);
    const decal = { color: theme.surface };
    expect(bar?.data?.[1]).toMatchObject({ value: 7, itemStyle: { decal } });
  });

  it("are hatched, as are values that lack days of an interval that is over", () => {
    const lacking = { ...gap, is_partial: true, spans_gap: false };
    const running = { ...lacking, from: "2026-11-18", to: "2026-11-18", is_running: true as const };
    const partial: TimeData = {
      days,
      series: [
        { id: "a", name: "A", sample: false, values: [5, 7], qualifiers: [running, lacking] },
      ],
    };
    const hidden = new Set<string>();
    const view = timeView({ data: partial, kind: "bar", unit, hidden, span: null, log: false });
    const plot = plotOf(view, size, { above: false, names: 0 });
    const [bar] = barSeries(view, plot, theme);
    expect(bar?.data?.[0]).toBe(5);
    const decal = { color: theme.surface };
    expect(bar?.data?.[1]).toMatchObject({ value: 7, itemStyle: { decal } });
  });

  it("are hatched in an interval that is not over too, if it lacks withheld days", () => {
    const running = { ...gap, is_partial: true, spans_gap: false, is_running: true as const };
    const lacking = { ...running, lacks_days: true };
    const partial: TimeData = {
      days,
      series: [{ id: "a", name: "A", sample: false, values: [5, 7], qualifiers: [lacking] }],
    };
    const hidden = new Set<string>();
    const view = timeView({ data: partial, kind: "bar", unit, hidden, span: null, log: false });
    const plot = plotOf(view, size, { above: false, names: 0 });
    const [bar] = barSeries(view, plot, theme);
    expect(bar?.data?.[1]).toMatchObject({ value: 7, itemStyle: { decal: {} } });
  });

  it("are paler bars where no new value is behind them", () => {
    const weekend = { ...gap, value_date: "2026-11-18", is_carried: true, spans_gap: false };
    const carried: TimeData = {
      days,
      series: [{ id: "a", name: "A", sample: false, values: [-5, 0.1], qualifiers: [weekend] }],
    };
    const hidden = new Set<string>();
    const view = timeView({ data: carried, kind: "bar", unit, hidden, span: null, log: false });
    const plot = plotOf(view, size, { above: false, names: 0 });
    const [bar] = barSeries(view, plot, theme);
    const look = { color: theme.inflow, opacity: 0.45 };
    expect(bar?.data?.[1]).toMatchObject({ value: 0.1, itemStyle: look });
  });

  it("have a sentence under the chart while they are shown", () => {
    expect(noteTexts(data, days)).toEqual([
      "Some values are changes over a gap with missing values, hatched where they are bars; the legend of the day states it.",
    ]);
    expect(noteTexts(data, days.slice(0, 1))).toEqual([]);
  });
});
