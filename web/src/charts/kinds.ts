type TimeKindProperties = {
  /** How a choice of kinds is labelled, and how a screen reader hears it. */
  label: string;
  name: string;
  /** Whether series stand on each other: they have a total, which is unknown where one of them is. */
  isStacked: boolean;
  /** Whether values are shown as shares of their total. */
  isShare: boolean;
  /**
   * Whether series are lines on an axis that need not begin at zero. Only these have references beside them, a second
   * axis, and a start at 100.
   */
  hasLines: boolean;
  /** Whether each interval has a width of its own, as bars have. */
  hasSlots: boolean;
  /** The kind that draws a single day, if it is another one. */
  ofOneDay?: "bar";
};

/** The kinds of charts over time. What is special about one stands here: nothing else compares their names. */
const timeKinds = {
  area: {
    label: "Stacked",
    name: "Stacked area chart",
    isStacked: true,
    isShare: false,
    hasLines: false,
    hasSlots: false,
    ofOneDay: "bar",
  },
  line: {
    label: "Lines",
    name: "Line chart",
    isStacked: false,
    isShare: false,
    hasLines: true,
    hasSlots: false,
  },
  share: {
    label: "Share",
    name: "Chart of shares",
    isStacked: true,
    isShare: true,
    hasLines: false,
    hasSlots: false,
  },
  bar: {
    label: "Bars",
    name: "Bar chart",
    isStacked: true,
    isShare: false,
    hasLines: false,
    hasSlots: true,
  },
} satisfies Record<string, TimeKindProperties>;

export type TimeKind = keyof typeof timeKinds;

export function timeKind(kind: TimeKind): TimeKindProperties {
  return timeKinds[kind];
}

/** The kinds for series that cannot be added up. */
export const onlyLines: readonly TimeKind[] = ["line"];

/** Steps of the sequential scale, and how many classes of magnitude a picture can distinguish. */
export type Ramp = { steps: readonly number[]; most: number };

type CompositionKindProperties = {
  name: string;
  /** The most parts that stand alone; the rest is one. */
  mostSlices: number;
  /** The colours of magnitudes; null where each part has the colour of its entity. */
  ramp: Ramp | null;
};

/** The kinds of charts of the parts of one day, with what is special about each. */
export const compositionKinds = {
  // Names stand on its tiles, so none is as pale as the ground.
  treemap: { name: "Treemap", mostSlices: 24, ramp: { steps: [2, 3, 4, 5, 6, 7], most: 5 } },
  pie: { name: "Pie chart", mostSlices: 7, ramp: null },
  map: {
    name: "Tile map of countries",
    mostSlices: 400,
    ramp: { steps: [1, 2, 3, 4, 5, 6, 7], most: 7 },
  },
} satisfies Record<string, CompositionKindProperties>;

export type CompositionKind = keyof typeof compositionKinds;
