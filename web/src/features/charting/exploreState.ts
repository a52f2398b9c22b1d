import type {
  SeriesGroupBy,
  SeriesInterval,
  SeriesKey,
  SeriesMode,
  SubjectKind,
} from "@/api/contract";
import { zoomOf } from "@/charts/address/zoom";
import { mostBeside } from "@/charts/benchmarks/benchmarks";
import type { StyleKind } from "@/charts/chartProps";
import { isOfBenchmarks, type Measure, measureOf } from "@/charts/measures/measures";
import { intervalsOf, modesOf, stylesOf } from "@/charts/measures/offers";
import { type Range, ranges } from "@/charts/range";
import { isDay, lastDay } from "@/lib/day";
import { measuresOf, type Preset } from "./presets";

type Scale = "linear" | "log" | "index";

/** One of the series that are compared; the measure is that of the chart. */
export type Chosen = Pick<SeriesKey, "subject_kind" | "subject_slug"> & {
  network_slug: string | null;
};

/** What a charting page shows, as its address says it; the filters stand beside it. */
export type ExploreState = {
  /** Groups of many, or series chosen one by one. */
  view: "groups" | "series";
  metric: string;
  group: SeriesGroupBy;
  interval: SeriesInterval;
  mode: SeriesMode;
  style: StyleKind;
  scale: Scale;
  range: Range;
  /** A stretch of the range. */
  zoom: { from: string; to: string } | null;
  cohort: boolean;
  limit: number;
  chosen: readonly Chosen[];
  /** What the legend shows of it, in the chart's own words; nothing stands for all. */
  legend: string;
  /** Benchmarks by slug. */
  beside: readonly string[];
  /** What was known at the end of this day. */
  asOf: string | null;
  /** Whether what happened to chosen assets is marked. */
  events: boolean;
  /** Whether the chart is over the whole page. */
  full: boolean;
  table: boolean;
};

/** The most series that are compared. */
export const mostChosen = 8;
export const limits = [5, 7, 12, 25] as const;
const usualLimit = 7;
const kinds = ["asset", "token", "network", "platform", "pool", "loan", "benchmark"] as const;
const slugPattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,119}$/;

function oneOf<Value extends string>(text: string | null, of: readonly Value[]): Value | null {
  return of.find((value) => value === text) ?? null;
}

/** Days, or the time that the measure itself is counted over. */
export function usualInterval(measure: Measure): SeriesInterval {
  return measure.native ?? "day";
}

/** Series are compared as lines, groups stacked where they make a sum. */
function usualStyle(view: ExploreState["view"], styles: readonly StyleKind[]): StyleKind {
  return view === "series" ? "line" : (styles[0] ?? "line");
}

/** How a measure is shown first: what suited another one may not suit it. */
export function usualLook(
  measure: Measure,
  view: ExploreState["view"],
  mode: SeriesMode = modesOf(measure)[0] ?? "level",
): Pick<ExploreState, "mode" | "style" | "scale" | "zoom"> {
  const style = usualStyle(view, stylesOf(measure, mode));
  return { mode, style, scale: "linear", zoom: null };
}

/** What a measure can be grouped by: benchmarks have nothing in common but their measure. */
export function groupsOf({ slug }: Measure, { groups }: Preset): readonly SeriesGroupBy[] {
  return isOfBenchmarks(slug) ? ["token"] : groups;
}

/** How a measure that makes no sum is grouped: by what has a value of its own. */
export function usualGroup(measure: Measure, { usual, groups }: Preset): SeriesGroupBy {
  if (isOfBenchmarks(measure.slug)) return "token";
  if (measure.combining === "sum" || groups.length === 0) return usual.group;
  return (["asset", "token", "platform"] as const).find((by) => groups.includes(by)) ?? usual.group;
}

/** Reads what `chosenName` wrote. */
export function parseChosen(text: string): Chosen | null {
  const [kindText = "", slug = "", network = ""] = text.split(":");
  const kind = oneOf<SubjectKind>(kindText, kinds);
  if (!kind || !slugPattern.test(slug) || (network !== "" && !slugPattern.test(network)))
    return null;
  return { subject_kind: kind, subject_slug: slug, network_slug: network || null };
}

export function chosenName({ subject_kind, subject_slug, network_slug }: Chosen): string {
  return [subject_kind, subject_slug, ...(network_slug ? [network_slug] : [])].join(":");
}

/** Reads a view from an address; whatever it does not understand, or the measure does not allow, is as usual. */
export function decodeExplore(search: string, preset: Preset): ExploreState {
  const params = new URLSearchParams(search);
  const offered = measuresOf(preset);
  const measure =
    offered.find(({ slug }) => slug === params.get("metric")) ??
    measureOf(preset.usual.metric) ??
    offered[0];
  if (!measure) throw new Error(`${preset.id} offers no measure`);
  const chosen = params
    .getAll("series")
    .slice(0, mostChosen)
    .flatMap((text) => parseChosen(text) ?? []);
  const view = chosen.length > 0 || params.get("view") === "series" ? "series" : "groups";
  const modes = modesOf(measure);
  const mode = oneOf(params.get("show"), modes) ?? modes[0] ?? "level";
  const styles = stylesOf(measure, mode);
  const style = oneOf(params.get("style"), styles) ?? usualStyle(view, styles);
  const range = oneOf(params.get("range"), ranges) ?? "1Y";
  const asOf = params.get("as_of");
  return {
    view,
    metric: measure.slug,
    group: oneOf(params.get("by"), groupsOf(measure, preset)) ?? usualGroup(measure, preset),
    interval: oneOf(params.get("every"), intervalsOf(measure)) ?? usualInterval(measure),
    mode,
    style,
    scale: oneOf(params.get("scale"), ["linear", "log", "index"]) ?? "linear",
    range,
    zoom: zoomOf(params, range),
    cohort: params.get("like") === "1" && view === "groups",
    limit: limits.find((limit) => String(limit) === params.get("top")) ?? usualLimit,
    chosen,
    legend: params.get("legend") ?? "",
    beside: (params.get("beside") ?? "")
      .split(",", mostBeside)
      .filter((slug) => slugPattern.test(slug)),
    // What will be known is not known.
    asOf: asOf !== null && isDay(asOf) && asOf <= lastDay() ? asOf : null,
    events: params.get("events") !== "0",
    full: params.get("full") === "1",
    table: params.get("table") === "1",
  };
}

const ownKeys = [
  "view",
  "metric",
  "by",
  "every",
  "show",
  "style",
  "scale",
  "range",
  "from",
  "to",
  "like",
  "top",
  "series",
  "legend",
  "beside",
  "as_of",
  "events",
  "full",
  "table",
];

/** What an address asks of a chart that was not understood, does not suit its measure, or exceeds what is compared. */
export function unread(search: string, state: ExploreState): readonly string[] {
  const params = new URLSearchParams(search);
  const read: Readonly<Record<string, string | number>> = {
    view: state.view,
    metric: state.metric,
    by: state.group,
    every: state.interval,
    show: state.mode,
    style: state.style,
    scale: state.scale,
    range: state.range,
    from: state.zoom?.from ?? "",
    to: state.zoom?.to ?? "",
    like: state.cohort ? "1" : "",
    top: state.limit,
    series: state.chosen.length,
    beside: state.beside.join(","),
    as_of: state.asOf ?? "",
    events: state.events ? "1" : "0",
    full: state.full ? "1" : "",
    table: state.table ? "1" : "",
  };
  const asked = (name: string) =>
    name === "series" ? String(params.getAll(name).length) : params.get(name);
  return Object.keys(read).filter((name) => params.has(name) && asked(name) !== String(read[name]));
}

/** Writes a view into an address, leaving out what is as usual; what else the address says stays. */
export function encodeExplore(state: ExploreState, preset: Preset, into = ""): URLSearchParams {
  const params = new URLSearchParams(into);
  for (const key of ownKeys) params.delete(key);
  const usualMetric = state.metric === preset.usual.metric;
  if (!usualMetric) params.set("metric", state.metric);
  const set = (key: string, value: string, usual: string) => {
    if (value !== usual) params.set(key, value);
  };
  const measure = measureOf(state.metric);
  if (state.view === "series" && state.chosen.length === 0) params.set("view", "series");
  if (measure) {
    const [usualMode = "level"] = modesOf(measure);
    set("by", state.group, usualGroup(measure, preset));
    set("every", state.interval, usualInterval(measure));
    set("show", state.mode, usualMode);
    set("style", state.style, usualStyle(state.view, stylesOf(measure, state.mode)));
  }
  set("scale", state.scale, "linear");
  set("range", state.range, "1Y");
  if (state.zoom) {
    params.set("from", state.zoom.from);
    params.set("to", state.zoom.to);
  }
  if (state.cohort) params.set("like", "1");
  set("top", String(state.limit), String(usualLimit));
  for (const chosen of state.chosen) params.append("series", chosenName(chosen));
  set("legend", state.legend, "");
  if (state.beside.length > 0) params.set("beside", state.beside.join(","));
  if (state.asOf) params.set("as_of", state.asOf);
  if (!state.events) params.set("events", "0");
  if (state.full) params.set("full", "1");
  if (state.table) params.set("table", "1");
  return params;
}
