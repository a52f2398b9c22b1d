import type {
  Filter,
  SeriesGroupBy,
  SeriesInterval,
  SeriesMode,
  SubjectKind,
} from "@/api/contract";
import type { TimeKind } from "../kinds";
import type { ChartUnit } from "../types";
import type { AggregateQuery, ClassGroup } from "./aggregateQuery";

export type FigureUnit =
  | "money"
  /** The price of one token, with the decimals that issuers publish. */
  | "price"
  /** The price of a commodity. */
  | "quote"
  | "count"
  | "percent"
  | "rate"
  | "index"
  | "days";

type FigureLabel = {
  label: string;
  /** A remark needed to read it, as the title of the figure. */
  remark?: string;
};

/** A key figure of a page. */
export type Figure = FigureLabel &
  /** As it stands, without a part of it that stands apart. */
  (
    | { kind: "level"; query: AggregateQuery; less?: AggregateQuery; unit: FigureUnit }
    /** The sum of 30 days. */
    | { kind: "flow"; query: AggregateQuery; unit: FigureUnit }
    /** A net flow over 30 days, with its sign. Its measure has no value where a day has mints or burns alone. */
    | { kind: "net"; query: AggregateQuery }
    /** The most that one asset has in the last month that is over: distinct counts are not additive. */
    | { kind: "most"; query: AggregateQuery }
    /** How many the catalog knows. */
    | { kind: "count"; of: "assets" | "loans"; distinct?: string; filter?: Filter; note?: string }
    | { kind: "benchmark"; slug: string; measure: string; unit: FigureUnit }
    /** The median age of the newest net asset values. */
    | { kind: "age"; query: AggregateQuery }
  );

export type Group = { by: SeriesGroupBy; label: string };

/** An amount, and what is in it and not in the next. */
type Slice = { id: string; query: AggregateQuery; whole: string; label: string };
export type NestedSlices = readonly [Slice, Slice, Slice];

/** A measure that the chart of a page can draw. */
export type ChartMeasure = {
  /** Stands in the address. */
  id: string;
  label: string;
  query: AggregateQuery;
  unit: ChartUnit;
  /** "US$, end of day UTC, NAV-based" */
  unitLine: string;
  kind: "stock" | "flow";
  groups: ReadonlyArray<Group>;
  style?: TimeKind;
  interval?: SeriesInterval;
  /** The only mode that it offers. */
  fixed?: SeriesMode;
  scale?: "index";
  /** Benchmarks that are drawn with it, by slug. */
  benchmarks?: ReadonlyArray<string>;
  /** Units of different things, which are not additive. */
  apart?: true;
  /** The distributions per unit, paid out or reinvested: their days are marked. */
  distributions?: AggregateQuery;
  /** Nested amounts, each part of the one before; the first one is the measure of the chart. */
  nested?: NestedSlices;
};

/** A ranking. */
export type View = {
  id: string;
  label: string;
  /** One of them: "Network". */
  one: string;
  by: SeriesGroupBy;
  /** Only tokens can be split by bucket. */
  subject: SubjectKind;
  /** The list of all of them. */
  all?: { href: string; label: string };
};

export type League = {
  measure: string;
  views: readonly [View, ...View[]];
  /** Whether distributed and represented value are separated. */
  buckets: boolean;
};

/** A series of a public source that the page is read against. */
export type Reference = {
  slug: string;
  measure: string;
  label: string;
  unit: FigureUnit;
};

export type ReferenceChart = {
  title: string;
  unitLine: string;
  unit: ChartUnit;
  /** A month where one of its series has one value a month: by weeks that would be points without a line. */
  interval: "week" | "month";
  lines: ReadonlyArray<{ slug: string; measure: string; name: string }>;
};

/** A page or record with a chart. */
export type ChartedPage = {
  /** Names its charts: "treasuries". */
  id: string;
  /** Before each of its names in the address, where a page has another chart. */
  prefix?: string;
  charts: readonly [ChartMeasure, ...ChartMeasure[]];
};

/** One page of the market: everything in which it differs from the others. */
export type Market = ChartedPage & {
  title: string;
  description: string;
  lead: string;
  group: ClassGroup;
  figures: ReadonlyArray<Figure>;
  league: League;
  references: ReadonlyArray<Reference>;
  referenceChart?: ReferenceChart;
  /** Parts that only this class has. */
  special?: "peg" | "yields";
  /** A part below the others that only this class has. */
  module?:
    | "pegs"
    | "domiciles"
    | "bonds"
    | "vintages"
    | "commodities"
    | "ages"
    | "wrappers"
    | "places";
};
