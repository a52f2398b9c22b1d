import type { SeriesInterval, SeriesMode } from "@/api/contract";
import { zoomOf } from "../address/zoom";
import { mostBeside } from "../benchmarks/benchmarks";
import type { StyleKind } from "../chartProps";
import { type Measure, measureOf } from "../measures/measures";
import { intervalsOf, modesOf, stylesOf } from "../measures/offers";
import type { Drawn, Group, Pictured } from "../questions/market";
import { type Range, ranges } from "../range";
import { oneOf, useNamed } from "./useMarketView";

const scales = ["linear", "log", "index"] as const;

/** The most groups that are compared: more cannot be told apart. */
export const mostCompared = 8;

export type Every = "auto" | SeriesInterval;

/** What a chart shows of its measure. */
export type ChartView = {
  drawn: Drawn;
  measure: Measure;
  group: Group;
  range: Range;
  /** A stretch of the range. */
  zoom: { from: string; to: string } | null;
  style: StyleKind;
  scale: (typeof scales)[number];
  every: Every;
  mode: SeriesMode;
  /** Groups that are compared, by key; none stands for the largest. */
  only: readonly string[];
  /** What the legend shows of it, in the chart's own words; nothing stands for all. */
  legend: string;
  /** Benchmarks, by slug. */
  beside: readonly string[];
  /** Whether what happened is marked, where it is known. */
  events: boolean;
  /** Whether it is over the whole page. */
  full: boolean;
  table: boolean;
};

export function measureBehind({ ask }: Drawn): Measure {
  const measure = measureOf(ask.measure);
  if (!measure) throw new Error(`${ask.measure} is not offered`);
  return measure;
}

/** What can be shown of a measure here. */
export function drawnModes(drawn: Drawn): readonly SeriesMode[] {
  return drawn.fixed ? [drawn.fixed] : modesOf(measureBehind(drawn));
}

/** The steps that a chart can take. */
export function everysOf(drawn: Drawn): readonly Every[] {
  return ["auto", ...intervalsOf(measureBehind(drawn))];
}

/** What is shown where the address says nothing. */
function usualLook(drawn: Drawn): Pick<ChartView, "every" | "mode" | "scale" | "beside"> {
  const [mode = "level"] = drawnModes(drawn);
  const { every = "auto", scale = "linear", beside = [] } = drawn;
  return { every, mode, scale, beside };
}

/** How a measure can be drawn; units of different things add up to nothing. */
export function drawnStyles(drawn: Drawn, mode: SeriesMode): readonly StyleKind[] {
  return drawn.apart ? ["line"] : stylesOf(measureBehind(drawn), mode);
}

export function usualStyle(
  drawn: Drawn,
  { mode, only, scale }: Pick<ChartView, "mode" | "only" | "scale">,
): StyleKind {
  const styles = drawnStyles(drawn, mode);
  const isCompared = mode === "level" && (only.length > 0 || scale === "index");
  const usual = isCompared ? "line" : drawn.style;
  return styles.find((style) => style === usual) ?? styles[0] ?? "line";
}

/** What a choice of what is compared changes. */
export function comparing(view: ChartView, only: readonly string[]): Partial<ChartView> {
  return { only, legend: "", style: usualStyle(view.drawn, { ...view, only }) };
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,119}$/;

function keysOf(text: string | null, most: number): readonly string[] {
  const keys = new Set((text ?? "").split(",").filter((key) => keyPattern.test(key)));
  return [...keys].slice(0, most);
}

function groupOf({ groups }: Drawn, by: string | null): Group {
  const first = groups[0] ?? { by: "none", label: "Nothing" };
  return groups.find((group) => group.by === by) ?? first;
}

/** What the chart of a page shows, as its address says it; whatever that does not know counts as the usual. */
export function chartView(all: Pictured["drawn"], search: string): ChartView {
  const params = new URLSearchParams(search);
  const drawn = all.find(({ id }) => id === params.get("measure")) ?? all[0];
  const group = groupOf(drawn, params.get("by"));
  const usual = usualLook(drawn);
  const measure = measureBehind(drawn);
  const mode = oneOf(drawnModes(drawn), params.get("mode"), usual.mode);
  const scale = oneOf(scales, params.get("scale"), usual.scale);
  const only = group.by === "none" ? [] : keysOf(params.get("only"), mostCompared);
  const beside = params.get("beside");
  const range = oneOf(ranges, params.get("range"), "1Y");
  const style = usualStyle(drawn, { mode, only, scale });
  return {
    drawn,
    measure,
    group,
    range,
    zoom: zoomOf(params, range),
    style: oneOf(drawnStyles(drawn, mode), params.get("style"), style),
    scale,
    every: oneOf(everysOf(drawn), params.get("every"), usual.every),
    mode,
    only,
    legend: params.get("legend") ?? "",
    beside: beside === null ? usual.beside : keysOf(beside, mostBeside),
    events: params.get("events") !== "0",
    full: params.get("full") === "1",
    table: params.get("table") === "1",
  };
}

/** What an address asks of a chart that was not understood, does not suit its measure, or exceeds what is compared. */
export function unreadNames(search: string, view: ChartView): readonly string[] {
  const params = new URLSearchParams(search);
  const { drawn, group, range, zoom, style, scale, every, mode, only, beside, full, table } = view;
  const read: Readonly<Record<string, string>> = {
    ...{ measure: drawn.id, by: group.by, range, style, scale, every, mode },
    ...{ from: zoom?.from ?? "", to: zoom?.to ?? "" },
    ...{ only: only.join(","), beside: beside.join(",") || "-" },
    ...{ full: full ? "1" : "", table: table ? "1" : "" },
    events: view.events ? "1" : "0",
  };
  return Object.keys(read).filter((name) => params.has(name) && params.get(name) !== read[name]);
}

/** What is usual need not stand in the address. */
function unless(value: string, usual: string): string {
  return value === usual ? "" : value;
}

/** How the address says a view. */
function namesOf(view: ChartView, all: Pictured["drawn"]): Record<string, string> {
  const { drawn, group, range, zoom, style, scale, every, mode, only, legend, beside } = view;
  const usual = usualLook(drawn);
  const benchmarks = beside.join(",");
  return {
    measure: unless(drawn.id, all[0].id),
    by: unless(group.by, drawn.groups[0]?.by ?? "none"),
    range: unless(range, "1Y"),
    from: zoom?.from ?? "",
    to: zoom?.to ?? "",
    style: unless(style, usualStyle(drawn, view)),
    scale: unless(scale, usual.scale),
    every: unless(every, usual.every),
    mode: unless(mode, usual.mode),
    only: only.join(","),
    legend,
    // Nothing, where something is usual, must be said.
    beside: benchmarks === usual.beside.join(",") ? "" : benchmarks || "-",
    events: view.events ? "" : "0",
    full: view.full ? "1" : "",
    table: view.table ? "1" : "",
  };
}

/** Another measure as it is shown first, in the groups and steps that were chosen where it has them. */
export function viewOf(drawn: Drawn, before: ChartView): ChartView {
  const { range, events, full, table } = before;
  const [usual, past] = [usualLook(drawn), usualLook(before.drawn)];
  const by = before.group.by === groupOf(before.drawn, null).by ? null : before.group.by;
  const every = before.every === past.every ? usual.every : before.every;
  const look = { ...usual, every: oneOf(everysOf(drawn), every, usual.every), only: [] };
  return {
    drawn,
    measure: measureBehind(drawn),
    group: groupOf(drawn, by),
    range,
    events,
    full,
    table,
    zoom: null,
    style: usualStyle(drawn, look),
    legend: "",
    ...look,
  };
}

/** A view with other steps: those of a year need years. */
export function steppedBy(every: Every, range: Range): Pick<ChartView, "every" | "range" | "zoom"> {
  const isLong = every === "year" || (every === "quarter" && range !== "1Y");
  return { every, range: isLong ? "All" : range, zoom: null };
}

export function useChartView({ drawn: all, prefix }: Pictured) {
  const { search, change, ready } = useNamed(prefix);
  const view = chartView(all, search);
  const update = (patch: Partial<ChartView>) => {
    const asked = Object.entries(namesOf({ ...view, ...patch }, all)).filter(([, value]) => value);
    // What does not suit the rest of the choice is not written.
    change(namesOf(chartView(all, new URLSearchParams(asked).toString()), all));
  };
  return { view, update, unread: ready ? unreadNames(search, view) : [], ready };
}
