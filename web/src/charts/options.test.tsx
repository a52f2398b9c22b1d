import type { LineSeriesOption } from "echarts/charts";
import { describe, expect, it } from "vitest";
import { colourStepOf } from "@/lib/entityColourStep";
import { compositionView, mostSlices } from "./composition/compositionView";
import { dayOfNumber } from "./dates";
import type { TimeKind } from "./kinds";
import { compositionLegend } from "./legend/legend";
import { letterDiscs } from "./options/marks";
import { classesOf } from "./options/ramp";
import type { Shape } from "./options/shapes";
import { squarify } from "./options/squarify";
import { timeOption, timePlot } from "./options/time";
import { partAt, placeOf, treemapOption } from "./options/treemap";
import { drawSvg, hatchSegments } from "./painting/engine";
import { svgText } from "./painting/picture";
import { type ChartTheme, inkOn } from "./painting/readChartTheme";
import { indexAt, spreadLabels, xOf, yOf } from "./time/geometry";
import { timeView } from "./time/timeView";
import type { CompositionData, TimeData } from "./types";

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
  categories: Array.from({ length: 16 }, (_, index) => `#0000${(index + 16).toString(16)}`),
  sequence: ["#e6edf8", "#c5d5ef", "#9db8e3", "#7298d4", "#4a78c2", "#2b59a8", "#153c82"],
  font: "'Plex Sans',sans-serif",
};

const size = { width: 700, height: 330 };
const unit = { kind: "money" } as const;
const days = Array.from({ length: 60 }, (_, index) => dayOfNumber(20_000 + index));
const day = (index: number) => days[index] ?? "";

function rising(id: string, from: number) {
  return {
    id,
    name: `${id} (sample)`,
    sample: false,
    values: days.map((_, index) => from + index),
  };
}

const base: TimeData = { days, series: [rising("a", 100), rising("b", 50), rising("c", 10)] };

function drawn(data: TimeData, kind: TimeKind, log = false, at = size) {
  const view = timeView({ data, kind, unit, hidden: new Set(), span: null, log });
  const plot = timePlot(view, data, at);
  const option = timeOption(view, data, plot, theme);
  const shapes = option.graphic?.elements ?? [];
  const words = (shapes as readonly Shape[]).flatMap(({ style }) =>
    typeof style.text === "string" ? [style.text] : [],
  );
  return { view, plot, option, shapes, words, series: option.series as LineSeriesOption[] };
}

describe("time charts", () => {
  it("stack opaque areas with an edge between them, largest first", () => {
    const { series } = drawn(base, "area");
    expect(series.map(({ name }) => name)).toEqual(["a (sample)", "b (sample)", "c (sample)"]);
    expect(series.every(({ areaStyle }) => areaStyle?.opacity === 1)).toBe(true);
    expect(series[0]?.lineStyle).toMatchObject({ color: theme.bandEdge, width: 0.8 });
  });

  it("dash references and name up to four lines at their end", () => {
    const data: TimeData = {
      ...base,
      series: [...base.series, { ...rising("rate", 5), role: "reference" }],
    };
    const { series, words } = drawn(data, "line");
    const dashed = series.find(({ name }) => name === "rate (sample)");
    expect(dashed?.lineStyle).toMatchObject({ color: theme.text3, type: [4, 3] });
    expect(words).toEqual(expect.arrayContaining(["a (sample)", "rate (sample)"]));
    expect(drawn(data, "line", false, { width: 360, height: 220 }).words).not.toContain(
      "a (sample)",
    );
  });

  it("name of many lines only those whose colour needs it", () => {
    const series = Array.from({ length: 12 }, (_, index) => rising(`l${index}`, 500 - index * 40));
    const { words } = drawn({ days, series }, "line");
    const colours = new Set(series.map(({ id }) => colourStepOf(id)));
    expect(words.filter((text) => /sample/.test(text))).toHaveLength(12 - colours.size);
  });

  it("break lines at unknown values and show a lonely one as a dot", () => {
    const values = days.map((_, index) => (index === 20 || index < 10 ? index : null));
    const { series } = drawn(
      { days, series: [{ id: "x", name: "X", sample: false, values }] },
      "line",
    );
    expect(series[0]?.data?.[15]).toBe("-");
    expect(series[0]?.data?.[20]).toMatchObject({ value: 20, symbol: "circle" });
    expect(series[0]?.sampling).toBeUndefined();
  });

  it("mark a carried value as open, and its bar as paler", () => {
    const weekend = {
      from: day(20),
      to: day(21),
      value_date: day(19),
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      lacks_days: false,
      is_average: false,
    };
    const data: TimeData = { days, series: [{ ...rising("a", 100), qualifiers: [weekend] }] };
    const [line] = drawn(data, "line").series;
    expect(line?.data?.[20]).toMatchObject({
      value: 120,
      symbol: "circle",
      itemStyle: { color: theme.surface },
    });
    expect(line?.data?.[22]).toBe(122);
    const [bar] = drawn(data, "bar").series;
    expect(bar?.data?.[21]).toMatchObject({ value: 121, itemStyle: { opacity: 0.45 } });
    expect(bar?.data?.[22]).toBe(122);
  });

  it("hatch the gap of a stack and say why", () => {
    const gaps = [{ from: day(20), to: day(24), reason: "withheld" }];
    const { shapes, words, plot } = drawn({ ...base, gaps }, "area");
    expect(words).toContain("withheld");
    const hatched = shapes.find(({ type }) => type === "hatch");
    expect(hatched?.shape).toMatchObject({ x: xOf(plot, 19) });
  });

  it("hatch at least eight pixels of a provisional end", () => {
    const { shapes, plot } = drawn(
      { ...base, provisional: { from: day(59), sentence: "" } },
      "area",
    );
    const hatched = shapes.find(({ type }) => type === "hatch");
    expect(hatched?.shape?.width).toBeGreaterThanOrEqual(8);
    expect(Number(hatched?.shape?.x) + Number(hatched?.shape?.width)).toBeCloseTo(plot.right);
  });

  it("letter discs by day and leave those outside of the stretch out", () => {
    const disc = { shape: "disc", words: "Two words", sentence: "A sentence." } as const;
    const marks = [
      { ...disc, day: day(50) },
      { ...disc, day: day(5), words: "Earlier" },
    ];
    expect(letterDiscs(marks).map(({ letter, disc: { words } }) => letter + words)).toEqual([
      "AEarlier",
      "BTwo words",
    ]);
    const data = { ...base, marks };
    const span = { from: 40, to: 59 };
    const view = timeView({ data, kind: "area", unit, hidden: new Set(), span, log: false });
    const option = timeOption(view, data, timePlot(view, data, size), theme);
    const letters = option.graphic?.elements.map(({ style }) => style.text);
    expect(letters).toContain("B");
    expect(letters).not.toContain("A");
  });

  it("keep the discs of close days apart and within the picture", () => {
    const disc = { shape: "disc", words: "Two words", sentence: "A sentence." } as const;
    const marks = [5, 57, 58, 58, 59].map((at) => ({ ...disc, day: day(at) }));
    const { shapes } = drawn({ ...base, marks }, "line");
    const discs = shapes.flatMap(({ shape }) => (shape?.r === 7.5 ? [Number(shape.cx)] : []));
    expect(discs).toHaveLength(5);
    for (const [at, x] of discs.entries()) {
      expect(x - (discs[at - 1] ?? 0)).toBeGreaterThanOrEqual(at === 0 ? 8 : 16);
      expect(x).toBeLessThanOrEqual(size.width - 8);
    }
  });

  it("keep the room of marks that may come", () => {
    const rooms = [base, { ...base, marks: [] }].map((data) => drawn(data, "line").plot.top);
    expect(rooms[1]).toBeGreaterThan(rooms[0] ?? 0);
  });

  it("draw what was first published as a dotted line joined to the restated values", () => {
    const published = [{ from: day(10), values: [900, 900, 900] }];
    const { shapes, words, plot } = drawn({ ...base, published }, "area");
    const line = shapes.find(({ type }) => type === "polyline");
    const points = line?.shape?.points as number[][];
    expect(points).toHaveLength(5);
    expect(points[0]?.[0]).toBe(xOf(plot, 10));
    expect(points[1]).toEqual([xOf(plot, 10), yOf(plot, 900)]);
    expect(line?.style.lineDash).toEqual([2, 2]);
    expect(words).toContain("as first published");
  });

  it("colour a flow by its direction, never red and green", () => {
    const values = days.map((_, index) => (index % 2 === 0 ? 5 : -5));
    const { series } = drawn(
      { days, series: [{ id: "f", name: "F", sample: false, values }] },
      "bar",
    );
    expect(series[0]?.data?.[0]).toMatchObject({ itemStyle: { color: theme.inflow } });
    expect(series[0]?.data?.[1]).toMatchObject({ itemStyle: { color: theme.outflow } });
  });

  it("draw logarithms on a logarithmic scale", () => {
    const { series, option } = drawn(base, "line", true);
    expect(series.at(-1)?.data?.[0]).toBeCloseTo(2);
    expect(option.yAxis).toMatchObject({ min: 1, max: Math.log10(200) });
  });

  it("find the day under every pixel of the plot again", () => {
    for (const kind of ["area", "bar"] as const) {
      const { plot } = drawn(base, kind);
      days.forEach((_, index) => {
        expect(indexAt(plot, xOf(plot, index))).toBe(index);
      });
      expect(indexAt(plot, -50)).toBe(0);
      expect(indexAt(plot, 5_000)).toBe(59);
    }
  });

  it("survive one point, no value and huge values", () => {
    for (const kind of ["line", "area", "bar", "share"] as const)
      for (const values of [[5], [null], [8.1e20], [0]]) {
        const { option } = drawn(
          { days: [day(0)], series: [{ id: "x", name: "X", sample: false, values }] },
          kind,
        );
        expect(JSON.stringify(option)).not.toMatch(/NaN|Infinity/);
      }
  });

  it("move end names apart and keep them inside", () => {
    for (let seed = 1; seed < 60; seed += 1) {
      const places = Array.from({ length: 8 }, (_, i) => Math.abs(Math.sin(seed * (i + 1))) * 300);
      const placed = spreadLabels(places, 14, 20, 300).toSorted((a, b) => a - b);
      expect(placed[0]).toBeGreaterThanOrEqual(20 - 1e-9);
      expect(placed.at(-1)).toBeLessThanOrEqual(300);
      placed.slice(1).forEach((y, i) => {
        expect(y - (placed[i] ?? 0)).toBeGreaterThanOrEqual(14 - 1e-9);
      });
    }
  });
});

const parts: CompositionData = {
  day: day(0),
  parts: [
    ["US", 50],
    ["LU", 20],
    ["SG", 10],
    ["KY", 5],
    ["FR", 3],
    ["DE", 2],
    ["CH", 2],
    ["JP", 1],
    ["BR", 1],
    ["AU", null],
  ].map(([id, value]) => ({
    id: String(id),
    name: String(id),
    sample: false,
    value: typeof value === "number" ? value : null,
  })),
};

const partsView = compositionView(parts, unit, new Set());

describe("charts of parts", () => {
  it("group the smallest parts and keep unknown ones in the legend", () => {
    const known = Array.from({ length: mostSlices + 2 }, (_, place) => ({
      id: `part-${place}`,
      name: `Part ${place}`,
      sample: false,
      value: 100 - place,
    }));
    const unknown = { id: "unknown", name: "Unknown", sample: false, value: null };
    const data = { ...parts, parts: [unknown, ...known] };
    const names = compositionView(data, unit, new Set()).slices.map(({ name }) => name);
    expect(names.slice(mostSlices - 1)).toEqual([`Part ${mostSlices - 1}`, "Other (2)", "Unknown"]);
    expect(partsView.total).toBe(94);
  });

  it("find the part at its own place", () => {
    for (const { id } of partsView.visible.filter(({ value }) => value !== null)) {
      const place = placeOf(partsView, size, id);
      expect(place && partAt(partsView, size, place.x, place.y)).toBe(id);
    }
    expect(partAt(partsView, size, -5, -5)).toBeNull();
  });

  it("fill the whole treemap with areas in proportion", () => {
    for (let seed = 1; seed < 60; seed += 1) {
      const weights = Array.from({ length: 1 + (seed % 20) }, (_, i) => 1 + seed / (i + 1));
      const sum = weights.reduce((all, weight) => all + weight, 0);
      const boxes = squarify(weights, { x: 0, y: 0, width: 600, height: 300 });
      boxes.forEach(({ x, y, width, height }, index) => {
        expect(width * height).toBeCloseTo(((weights[index] ?? 0) / sum) * 180_000, 3);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6);
        expect(x + width).toBeLessThanOrEqual(600 + 1e-6);
        expect(y + height).toBeLessThanOrEqual(300 + 1e-6);
      });
    }
  });

  it("put magnitudes into classes with round bounds", () => {
    const classes = classesOf([0.0011, 12.4, 3.8, 0.02], 7);
    for (const bound of classes.bounds) expect(bound.toExponential()).toMatch(/^[125]e/);
    expect(classesOf([5], 7).bounds).toEqual([]);
  });

  it("colour the parts as their legend does", () => {
    const elements = treemapOption(partsView, size, theme, null).graphic?.elements ?? [];
    const fills = new Set((elements as readonly Shape[]).map(({ style }) => style.fill));
    const steps = compositionLegend(partsView, new Set()).rows.map(({ step }) => step);
    expect(new Set(steps).size).toBeGreaterThan(1);
    for (const step of steps.filter(Boolean)) expect(fills).toContain(theme.sequence[step - 1]);
    const largest = steps[0];
    expect(largest).toBe(Math.max(...steps));
  });

  it("write on each step what reads on it, however the style sheet writes its colours", () => {
    for (const surface of ["#ffffff", "#fff"]) {
      const inks = theme.sequence.map((step) => inkOn({ ...theme, surface }, step));
      expect(inks).toEqual([...Array(4).fill(theme.text), ...Array(3).fill(surface)]);
    }
  });
});

describe("pictures", () => {
  it("cut the hatch at its box", () => {
    for (const [x1, y1, x2, y2] of hatchSegments({ x: 10, y: 20, width: 30, height: 8, step: 4 })) {
      expect(Math.min(x1, x2)).toBeGreaterThanOrEqual(10);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(40 + 1e-9);
      expect(Math.min(y1, y2)).toBeGreaterThanOrEqual(20);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(28 + 1e-9);
    }
  });

  it("can be sent to the worker that paints, whatever is drawn", () => {
    const overTime = (["area", "bar", "line", "share"] as const).map(
      (kind) => drawn(base, kind).option,
    );
    const ofParts = treemapOption(partsView, size, theme, null);
    for (const option of [...overTime, ofParts]) expect(structuredClone(option)).toEqual(option);
  });

  it("carry title, sample mark, legend and origin, as well-formed SVG", async () => {
    const { view } = drawn(base, "area");
    const text = {
      title: 'Value <of> "all" & more',
      unitLine: "US$",
      sample: true,
      legendHead: "19 Nov 2026",
      total: "1.25",
      legend: [
        { name: "A & B", value: "1.00", colour: "#000010" },
        { name: "Harbour", value: "0.25", colour: "#000010", sample: true },
      ],
      notes: ["A note."],
      origin: "Sources: made up.",
    };
    const draw = (at: typeof size) => timeOption(view, base, timePlot(view, base, at), theme);
    const svg = await svgText(text, theme, async (at) => drawSvg(draw(at), at));
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    expect(parsed.querySelector("parsererror")).toBeNull();
    expect(parsed.documentElement.textContent).toMatch(/Sample: fictitious data/);
    expect(parsed.documentElement.textContent).toMatch(/A & B\s*1\.00/);
    expect(parsed.documentElement.textContent).toMatch(/Harbour ▨\s*0\.25/);
    expect(parsed.documentElement.textContent).toMatch(/Total ▨\s*1\.25/);
    expect(parsed.documentElement.textContent).toContain("Sources: made up.");
  });
});
