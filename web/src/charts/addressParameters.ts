import {
  longestSlug,
  type SeriesGroupBy,
  type SeriesInterval,
  type SeriesMode,
} from "@/api/contract";
import { presentName } from "@/lib/address/earlierNames";
import { isDay, lastDay } from "@/lib/dates/day";
import { type Calculation, isPairwise } from "./calculation";
import {
  type ComparedSeries,
  comparedSeriesName,
  keyPattern,
  mostCompared,
  parseComparedSeries,
} from "./comparedSeries";
import type { Currency } from "./currencies";
import { defaultPeriod, type Period, periods } from "./figures/changePeriod";
import { onlyLines, type TimeKind, timeKind } from "./kinds";
import type { Bucket } from "./queries/aggregateQuery";
import type { Range } from "./range";
import { zoomOf } from "./zoom";

export type Step = "auto" | SeriesInterval;
type Scale = "linear" | "log" | "index";

const flowDays = ["7", "30"] as const;
export type FlowDays = (typeof flowDays)[number];

export type View = "groups" | "series" | FurtherView;
/** Charts of what has no series: the holders of a token by when they came, and loans by when they were made. */
export type FurtherView = "cohorts" | "vintages";

/** The settings of charts, key figures and rankings, as the address of their page says them. A page has those parameters that suit it. */
export type ChartSettings<Group extends string = SeriesGroupBy> = {
  /** Series chosen one by one. */
  chosen: readonly ComparedSeries[];
  /** Groups of many, chosen series, or a kind of chart of its own. */
  view: View;
  /** The measure, by the id that the page gives it. */
  measure: string;
  group: Group;
  interval: Step;
  mode: SeriesMode;
  /** The calculation on the series, and the id of the series with which the others are compared. */
  calculation: Calculation;
  base: string;
  scale: Scale;
  /** Groups that are compared, by key; none stands for the largest. */
  compared: readonly string[];
  style: TimeKind;
  range: Range;
  /** The currency of all amounts of money. */
  currency: Currency;
  /** A stretch of the range. */
  zoom: { from: string; to: string } | null;
  /** Whether only members with a value at both ends of the range or period count. */
  likeForLike: boolean;
  /** How many groups stand alone. */
  limit: number;
  /** The shown series, in the chart's own words; empty stands for all. */
  legend: string;
  /** Benchmarks by slug. */
  benchmarks: readonly string[];
  /** The second axis shows nothing, the benchmarks, or the series with this id. */
  second: string;
  /** The state of knowledge at the end of this day. */
  asOf: string | null;
  /** Whether events are marked, where they are known. */
  events: boolean;
  /** Whether the chart is over the whole page. */
  full: boolean;
  table: boolean;
  /** The period over which key figures change. */
  period: Period;
  /** The ranked records (an id of the page), the part of their value that counts, and the days of net flows. */
  ranking: string;
  bucket: Bucket;
  flowDays: FlowDays;
};

export type ParameterId = keyof ChartSettings;

/** The values that a page offers, and the one that an address without the parameter stands for. */
type Offered<Value> = { values: readonly Value[]; default: Value };

/** The values that a page offers. Those of one parameter may depend on the parameters above it in the table. */
export type Offer<Group extends string = SeriesGroupBy> = {
  view(): readonly FurtherView[];
  measure(): Offered<string>;
  group(state: ChartSettings<Group>): Offered<Group>;
  interval(state: ChartSettings<Group>): Offered<Step>;
  mode(state: ChartSettings<Group>): Offered<SeriesMode>;
  style(state: ChartSettings<Group>): Offered<TimeKind>;
  range(): Offered<Range>;
  currency(state: ChartSettings<Group>): readonly Currency[];
  calculation(state: ChartSettings<Group>): readonly Calculation[];
  scale(state: ChartSettings<Group>): Scale;
  benchmarks(state: ChartSettings<Group>): readonly string[];
  ranking(): Offered<string>;
  bucket(): Offered<Bucket>;
};

/** The offer of a page with any groups, as the table sees it. */
type AnyOffer = Offer<string>;
export type Settings = ChartSettings<string>;

/** The texts of a parameter, one list for each of its names; a name without a text is not in the address. */
export type Texts = ReadonlyArray<readonly string[]>;

type Parameter<Value> = {
  label: string;
  /** Its names in the address; a stretch of days has two. */
  names: readonly string[];
  default: (offer: AnyOffer, state: Settings) => Value;
  /** Null is not understood, or does not suit what is chosen above it. */
  decode: (texts: Texts, offer: AnyOffer, state: Settings) => Value | null;
  encode: (value: Value) => Texts;
  /** Whether the texts of an address say the value, where not only those of `encode` do. */
  says?: (texts: readonly string[], value: Value) => boolean;
};

export const mostBenchmarks = 4;
export const limits = [5, 7, 12, 25] as const;
/** Stands for the benchmarks on a second axis, which are no series of the chart. */
export const benchmarkAxis = "(benchmarks)";
const scales: readonly Scale[] = ["linear", "log", "index"];

function textOf([texts]: Texts): string | undefined {
  return texts?.[0];
}

function one(text: string): Texts {
  return [[text]];
}

/** One of several values, each written as itself, and understood by its earlier names. */
function choice<Value extends string>(
  name: string,
  label: string,
  offered: (offer: AnyOffer, state: Settings) => Offered<Value>,
): Parameter<Value> {
  return {
    label,
    names: [name],
    default: (offer, state) => offered(offer, state).default,
    decode: (texts, offer, state) => {
      const name = presentName(textOf(texts) ?? "");
      return offered(offer, state).values.find((value) => value === name) ?? null;
    },
    encode: one,
    says: ([text = ""], value) => presentName(text) === value,
  };
}

/** On is "1"; off is nothing, and "0" where it is on by default. */
function flag(name: string, label: string, isOn: boolean): Parameter<boolean> {
  const off = isOn ? "0" : "";
  return {
    label,
    names: [name],
    default: () => isOn,
    decode: (texts) => (isOn ? textOf(texts) !== off : textOf(texts) === "1"),
    encode: (value) => one(value ? "1" : off),
  };
}

/** Slugs with commas between them. */
function slugs(
  name: string,
  label: string,
  most: number,
  initial: Parameter<readonly string[]>["default"] = () => [],
): Parameter<readonly string[]> {
  return {
    label,
    names: [name],
    default: initial,
    decode: (texts) => {
      const text = textOf(texts) ?? "";
      return [...new Set(text.split(",").filter((key) => keyPattern.test(key)))].slice(0, most);
    },
    encode: (value) => one(value.join(",")),
  };
}

const compared = slugs("compare", "Compare", mostCompared);
const benchmarks = slugs("benchmarks", "Benchmarks", mostBenchmarks, (offer, state) =>
  offer.benchmarks(state),
);
const likeForLike = flag("like_for_like", "Like for like", false);

/** Every parameter, in the order in which they depend on each other. */
export const parameters: { readonly [Id in ParameterId]: Parameter<Settings[Id]> } = {
  chosen: {
    label: "Add a series",
    names: ["series"],
    default: () => [],
    decode: ([texts = []]) =>
      texts.slice(0, mostCompared).flatMap((text) => parseComparedSeries(text) ?? []),
    encode: (value) => [value.map(comparedSeriesName)],
    says: (texts, value) => texts.length === value.length,
  },
  // Chosen series are never shown as groups.
  view: choice<View>("view", "Chart contents", (offer, { chosen }) =>
    chosen.length > 0
      ? { values: ["series", ...offer.view()], default: "series" }
      : { values: ["groups", "series", ...offer.view()], default: "groups" },
  ),
  measure: choice("measure", "Measure", (offer) => offer.measure()),
  group: choice("group_by", "Group by", (offer, state) => offer.group(state)),
  interval: choice("interval", "Aggregation level", (offer, state) => offer.interval(state)),
  mode: choice("mode", "Show", (offer, state) => offer.mode(state)),
  range: choice("range", "Range", (offer) => offer.range()),
  calculation: choice("calculation", "Calculate", (offer, state) => ({
    values: offer.calculation(state),
    default: "none",
  })),
  base: {
    label: "Against",
    names: ["base"],
    default: () => "",
    decode: (texts, _, { calculation }) => {
      const text = textOf(texts) ?? "";
      return isPairwise(calculation) && text.length <= longestSlug ? text : null;
    },
    encode: one,
  },
  // Results of calculations are not rebased, and are drawn as lines.
  scale: choice("scale", "Scale", (offer, state) =>
    state.calculation === "none"
      ? { values: scales, default: offer.scale(state) }
      : { values: ["linear", "log"], default: "linear" },
  ),
  compared: {
    ...compared,
    decode: (texts, offer, state) =>
      state.group === "none" ? [] : compared.decode(texts, offer, state),
  },
  style: choice("style", "Style", (offer, state) =>
    state.calculation === "none" ? offer.style(state) : { values: onlyLines, default: "line" },
  ),
  currency: choice("currency", "Currency", (offer, state) => ({
    values: offer.currency(state),
    default: "usd",
  })),
  zoom: {
    label: "Zoomed range",
    names: ["from", "to"],
    default: () => null,
    decode: ([from, to], _, { range }) => zoomOf(from?.[0] ?? "", to?.[0] ?? "", range),
    encode: (value) => [[value?.from ?? ""], [value?.to ?? ""]],
  },
  likeForLike: {
    ...likeForLike,
    decode: (texts, offer, state) =>
      state.view === "groups" && likeForLike.decode(texts, offer, state) === true,
  },
  limit: {
    label: "Largest groups",
    names: ["group_limit"],
    default: () => 7,
    decode: (texts) => limits.find((limit) => String(limit) === textOf(texts)) ?? null,
    encode: (value) => one(String(value)),
  },
  legend: {
    label: "Legend",
    names: ["legend"],
    default: () => "",
    decode: (texts) => textOf(texts) ?? "",
    encode: one,
  },
  benchmarks: {
    ...benchmarks,
    // An empty choice is written as "-", because a page may show some benchmarks by default.
    encode: (value) => one(value.join(",") || "-"),
    says: ([text = ""], value) => (text === "-" ? "" : text) === value.join(","),
  },
  second: {
    label: "Second axis",
    names: ["second_axis"],
    default: () => "",
    // Stacks, and lines that start at 100, have one axis.
    decode: (texts, _, { style, scale, calculation }) => {
      const text = textOf(texts) ?? "";
      const hasRoom = timeKind(style).hasLines && scale !== "index" && calculation === "none";
      return hasRoom && text.length <= longestSlug ? text : null;
    },
    encode: one,
  },
  asOf: {
    label: "As known at the end of",
    names: ["as_of"],
    default: () => null,
    // A day in the future has no data yet.
    decode: (texts) => {
      const day = textOf(texts) ?? "";
      return isDay(day) && day <= lastDay() ? day : null;
    },
    encode: (value) => one(value ?? ""),
  },
  events: flag("events", "Events", true),
  full: flag("full", "Full screen", false),
  table: flag("table", "Table", false),
  period: choice("change", "Change over", () => ({ values: periods, default: defaultPeriod })),
  ranking: choice("ranking", "Ranked", (offer) => offer.ranking()),
  bucket: choice("bucket", "Bucket", (offer) => offer.bucket()),
  flowDays: choice("flow_days", "Days", () => ({ values: flowDays, default: "30" })),
};
