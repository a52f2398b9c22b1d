/** The kinds of charts over time: how a choice of them is labelled, and how a screen reader hears them. */
export const timeKinds = {
  area: { label: "Stacked", name: "Stacked area chart" },
  line: { label: "Lines", name: "Line chart" },
  share: { label: "Share", name: "Chart of shares" },
  bar: { label: "Bars", name: "Bar chart" },
} as const;

export type TimeKind = keyof typeof timeKinds;

/** The kinds of charts of the parts of one day. */
export const compositionKinds = {
  treemap: { name: "Treemap" },
  pie: { name: "Pie chart" },
  map: { name: "Tile map of countries" },
} as const;

export type CompositionKind = keyof typeof compositionKinds;
