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
