import type { ReactNode } from "react";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import type { Origin } from "@/lib/files/origin";
import type { ControlledState } from "./frame/useFullScreen";
import type { TimeKind } from "./kinds";
import type { Range } from "./range";
import type { ChartState, ChartUnit, Freshness } from "./types";

/** The props of every kind of chart. All state of the address is controlled from outside. */
export type CommonProps = {
  /** Names the request (measure and grouping), so that a stack keeps its order for the session. */
  id: string;
  title: string;
  /** Unit, time of day and basis: "US$ billion, end of day UTC". */
  unitLine: string;
  unit: ChartUnit;
  state?: ChartState;
  freshness?: Freshness;
  sample?: boolean;
  /** A value, or a function that loads it when a download starts. */
  origin: Origin | (() => Promise<Origin>);
  /** Measure, group and interval. */
  controls?: ReactNode;
  /** A chart of the overview, or the smaller one of an asset. */
  size?: "main" | "asset";
  legend?: "table" | "keys" | "none";
  /** Under the legend: "Coverage 412 of 418 assets. 6 withheld." */
  coverage?: ReactNode;
  /** Sentences under the chart beside those of annotations, gaps and provisional days. */
  footnotes?: readonly ReactNode[];
  /** Where less is better: growth then has the colour of bad news. */
  betterLow?: boolean;
  /** The basis of the change of the total, where other figures on the page have another one. */
  totalChangeNote?: string;
  /** More entries of the menu, such as an embed or the API call. */
  menu?: readonly (readonly MenuEntry[])[];
  headingLevel?: 2 | 3;
  /** Whether it is over the whole page; without it the chart keeps this state. */
  full?: ControlledState;
  /** Whether its values stand in a table, in the same way. */
  table?: ControlledState;
};

export type TimeControls = {
  range?: { value: Range | null; onChange: (range: Range) => void };
  style?: {
    value: TimeKind;
    options: readonly TimeKind[];
    onChange: (style: TimeKind) => void;
  };
  scale?: {
    value: "linear" | "log";
    onChange: (scale: "linear" | "log") => void;
    /** A third scale, on which every series starts at 100; the data is rebased already. */
    rebased?: { on: boolean; choose: () => void; refusal: string | null };
  };
  /** The series that are shown, as `visibility.ts` writes them; without it the chart keeps this state. */
  shown?: { value: string; onChange: (shown: string) => void };
  /** The range chosen in the plot, as days; without it the chart keeps this state. */
  zoom?: {
    value: { from: string; to: string } | null;
    onChange: (zoom: { from: string; to: string } | null) => void;
  };
};
