import { timeKind } from "../kinds";
import type { Size } from "../types";
import {
  ageTicks,
  type DayTick,
  dayTicks,
  logAxis,
  tickLabels,
  type ValueAxis,
  valueAxis,
} from "./axis";
import type { TimeView } from "./timeView";

/** The place of everything in a time chart, in pixels; the layer of crosshair and selection uses it too. */
export type Plot = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  count: number;
  /** Bars stand in slots, points on the edges. */
  slots: boolean;
  axis: ValueAxis;
  labels: readonly string[];
  /** The second axis, whose labels stand at the right. */
  second: { axis: ValueAxis; labels: readonly string[]; width: number } | null;
  ticks: readonly DayTick[];
};

const labelWidth = 6.1;

export function textWidth(text: string): number {
  return text.length * labelWidth;
}

function labelRoom(labels: readonly string[]): number {
  return Math.max(38, ...labels.map((label) => Math.ceil(textWidth(label)) + 10));
}

function secondAxis({ second }: TimeView): Plot["second"] {
  if (!second) return null;
  const axis = valueAxis(second.low, second.high, false);
  const labels = tickLabels(axis, second.scale);
  return { axis, labels, width: labelRoom(labels) };
}

export function plotOf(view: TimeView, size: Size, marks: { above: boolean; names: number }): Plot {
  const { isStacked, isShare, hasLines, hasSlots } = timeKind(view.kind);
  const axis = view.log
    ? logAxis(view.low, view.high)
    : isShare
      ? { min: 0, max: 1, ticks: [0, 0.25, 0.5, 0.75, 1], log: false }
      : valueAxis(view.low, view.high, !hasLines);
  // Where all that is shown stands on the second axis, the first one says nothing.
  const labels = view.drawn.some(({ second }) => !second)
    ? tickLabels(axis, view.axisScale)
    : axis.ticks.map(() => "");
  const second = secondAxis(view);
  const left = labelRoom(labels);
  const right = size.width - Math.max(10, marks.names) - (second?.width ?? 0);
  const count = view.days.length;
  return {
    width: size.width,
    height: size.height,
    left,
    right,
    top: marks.above ? 34 : 22,
    bottom: size.height - 24,
    count,
    // A stack of a single day has no area.
    slots: hasSlots || (isStacked && count === 1),
    axis,
    labels,
    second,
    ticks: view.ages
      ? ageTicks(view.start, count, right - left)
      : dayTicks(view.days, right - left),
  };
}

function slotWidth(plot: Plot): number {
  return (plot.right - plot.left) / Math.max(1, plot.slots ? plot.count : plot.count - 1);
}

export function xOf(plot: Plot, index: number): number {
  if (plot.slots) return plot.left + (index + 0.5) * slotWidth(plot);
  if (plot.count <= 1) return (plot.left + plot.right) / 2;
  return plot.left + index * slotWidth(plot);
}

export function indexAt(plot: Plot, x: number): number {
  if (plot.count <= 1) return 0;
  const position = (x - plot.left) / slotWidth(plot) - (plot.slots ? 0.5 : 0);
  return Math.min(plot.count - 1, Math.max(0, Math.round(position)));
}

/** ECharts draws the logarithms themselves on a logarithmic axis: the ticks stay ours. */
export function plottedValue(plot: Plot, value: number): number {
  return plot.axis.log ? Math.log10(value) : value;
}

export function yOf(plot: Plot, value: number): number {
  const low = plottedValue(plot, plot.axis.min);
  const high = plottedValue(plot, plot.axis.max);
  const part = (plottedValue(plot, value) - low) / (high - low);
  return plot.bottom - part * (plot.bottom - plot.top);
}

/** The value of the first axis beside which a value of the second one stands, as the engine plots it. */
function besideFirst(plot: Plot, { axis }: NonNullable<Plot["second"]>, value: number): number {
  const low = plottedValue(plot, plot.axis.min);
  const high = plottedValue(plot, plot.axis.max);
  return low + ((value - axis.min) / (axis.max - axis.min)) * (high - low);
}

type OnAxis = { second?: boolean };

/** The value that the engine plots for a value of a band. */
export function plottedOf(plot: Plot, band: OnAxis, value: number): number {
  return band.second && plot.second
    ? besideFirst(plot, plot.second, value)
    : plottedValue(plot, value);
}

/** How high a value of a band stands, on the axis of the band. */
export function heightOf(plot: Plot, band: OnAxis, value: number): number {
  if (!band.second || !plot.second) return yOf(plot, value);
  const { axis } = plot.second;
  const part = (value - axis.min) / (axis.max - axis.min);
  return plot.bottom - part * (plot.bottom - plot.top);
}

/** The edges of a run of days: between the last point before and the first after, or whole slots of bars. */
export function runEdges(plot: Plot, from: number, to: number): readonly [number, number] {
  if (plot.slots) {
    const half = slotWidth(plot) / 2;
    return [xOf(plot, from) - half, xOf(plot, to) + half];
  }
  return [
    from === 0 ? plot.left : xOf(plot, from - 1),
    to === plot.count - 1 ? plot.right : xOf(plot, to + 1),
  ];
}

/** Moves labels apart that would overlap, as little as possible and within the bounds. */
export function spreadLabels(
  places: readonly number[],
  room: number,
  low: number,
  high: number,
): readonly number[] {
  const order = places.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let edge = low;
  for (const label of order) {
    label.y = Math.max(label.y, edge);
    edge = label.y + room;
  }
  edge = high;
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, edge);
    edge = label.y - room;
  }
  const placed = [...places];
  for (const { y, index } of order) placed[index] = y;
  return placed;
}
