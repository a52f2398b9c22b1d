import type { ReactNode } from "react";
import type { ValueQualifier } from "@/api/contract";
import type { ClassKey } from "@/lib/classColour";
import type { Failure } from "@/lib/failure";
import type { PointQualifier } from "@/lib/format/qualifiers";

export type ChartUnit =
  /** `per` fixes the scale of the labels, for example 1e6 for millions; otherwise the largest value decides. */
  | {
      kind: "money";
      symbol?: string;
      code?: string;
      per?: number;
      /** The decimals of figures that are not divided, such as prices. */
      decimals?: number;
    }
  | { kind: "count"; noun: string; per?: number; decimals?: number }
  /** Values are fractions: 0.0407 is shown as 4.07%. */
  | { kind: "percent"; decimals?: number }
  /** Every series as a multiple of its own start, which is 100. */
  | { kind: "index" };

export type Value = number | null;

/** How the values of some intervals came to be; the last of them may be of an interval that is not over. */
export type Qualifier = ValueQualifier & { is_running?: true };

export type ChartSeries = {
  /** Identifies the entity: its colour and its place in the stack follow from it. */
  id: string;
  name: string;
  values: readonly Value[];
  /** The entity whose colour it has, where that is not its id. */
  entity?: string;
  classKey?: ClassKey;
  /** References (a benchmark rate) are dashed and never part of a total; "other" is all that has no band of its own. */
  role?: "reference" | "other";
  /** The last day of a series that is over: what follows is no gap. */
  until?: string;
  /** The day of its newest value, which later ones repeat. */
  newest?: string;
  /** Whether it includes sample data: who makes a series must say so, as its row alone carries the mark. */
  sample: boolean;
  /** How many of its members are sample data, where others are real. */
  sampleNote?: string;
  /** The values that were not measured in their intervals. */
  qualifiers?: readonly Qualifier[];
  /** The qualifiers that its values have in files, where others say nothing about them. */
  fileFlags?: readonly (keyof PointQualifier)[];
  /** The day of the exchange rate of converted values, by the first day of the interval. */
  rateDates?: ReadonlyMap<string, string>;
};

/** A disc with a letter above the plot, and a line down to the values of its day. */
export type Disc = {
  shape: "disc";
  /** Two words beside the disc, which table, file and speech repeat. */
  words: string;
  /** The sentence under the chart. */
  sentence: string;
  /** The numbers in it, and what explains them. */
  figure?: { text: string; onPress: () => void };
};

/** A triangle on the axis, of which the sentence under the chart states the number. */
type Triangle = {
  shape: "triangle";
  /** The plural noun for marks of its kind: "distributions". */
  noun: string;
};

/**
 * Something that happened in an interval of a chart, which is named by its first day. Its drawing and its texts follow
 * from these fields.
 */
export type Mark = {
  day: string;
  /** A note on the values of its day, in legend, tooltip, table, file and speech. */
  note?: string;
} & (Disc | Triangle);

/** Days whose values are missing for a known reason; inclusive on both ends. */
type Gap = { from: string; to: string; reason: string; sentence?: string };

/** The values first published for a time that was restated later. */
export type PublishedValues = {
  /** Without a series the values are those of the total. */
  seriesId?: string;
  from: string;
  values: readonly Value[];
  words?: string;
};

export type TimeData = {
  /** ISO days, ascending. */
  days: readonly string[];
  /** The name of each point, in the same order, where its day is not its name. */
  names?: readonly string[];
  /** The last day of each interval, of a running one the last that counts; in the same order, where points are not days. */
  lastDays?: readonly string[];
  /** Points are ages in months from 0 on, not days: the name of the age, and its column in files. */
  ages?: { head: string; field: string };
  series: readonly ChartSeries[];
  /** The series keep their order, the first one at the bottom, with a colour for each place; else the largest is first. */
  ordered?: true;
  /** An empty list keeps the room of marks that may come. */
  marks?: readonly Mark[];
  gaps?: readonly Gap[];
  /** From this day on the values are provisional or stale, or of an interval that is over and lacks its last days. */
  provisional?: { from: string; sentence: string; isOver?: boolean };
  published?: readonly PublishedValues[];
  /** The series that stand on a second axis at the right, where they are drawn as lines, and their unit. */
  second?: { ids: readonly string[]; unit: ChartUnit };
  /** How the values of a day were calculated: "rate of 30 Oct 2026". */
  dayNotes?: ReadonlyMap<string, string>;
};

export type CompositionItem = {
  id: string;
  name: string;
  value: Value;
  /** Why the value is null. */
  reason?: string;
  /** Whether it includes sample data. */
  sample: boolean;
  /** The day of its value, and what it lacks. */
  qualifier?: PointQualifier;
};

export type CompositionData = { day: string; parts: readonly CompositionItem[] };

export type ChartState =
  | { status: "ready" }
  | { status: "loading" }
  | { status: "empty"; title: string; text?: ReactNode; action?: ReactNode }
  | { status: "error"; failure: Failure; onRetry?: () => void }
  | { status: "withheld"; reason: string };

export type Freshness = { state: "late" | "stale"; text: string };

export type Size = { width: number; height: number };
