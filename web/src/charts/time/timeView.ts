import { exactSum } from "@/lib/exactSum";
import { formatDay } from "@/lib/format/formatDate";
import { sumQualifiers } from "../data/valueReason";
import { indexAtOrAfter, indexAtOrBefore } from "../dates";
import { type Scale, scaleOf } from "../formatValues";
import { type TimeKind, timeKind } from "../kinds";
import type { Hidden } from "../legend/visibility";
import type { ChartUnit, TimeData, Value } from "../types";
import { type Band, bandsOf, isOver } from "./bands";

export type Run = { from: number; to: number; reason: string };

/** The view of one chart: a range of days and the visible bands, ready to be drawn. */
export type TimeView = {
  kind: TimeKind;
  log: boolean;
  days: readonly string[];
  /** The name of each day. */
  names: readonly string[];
  /** Whether its points are ages in months. */
  ages: boolean;
  /** Where the stretch starts in the data. */
  start: number;
  /** All bands from bottom to top with the values of all days; the stretch begins at `start`. */
  whole: readonly Band[];
  visible: readonly Band[];
  /** The visible bands as they are drawn: as shares in a chart of shares, blank where the stack is unknown. */
  drawn: readonly Band[];
  total: readonly Value[];
  gaps: readonly Run[];
  scale: Scale;
  /** The scale of what is drawn: that of shares differs from that of the legend. */
  axisScale: Scale;
  low: number;
  high: number;
  /** The extent and unit of the second axis; null where nothing shown stands on it. */
  second: { low: number; high: number; scale: Scale; unit: ChartUnit } | null;
};

export type Span = { from: number; to: number };

export type ViewRequest = {
  data: TimeData;
  kind: TimeKind;
  unit: ChartUnit;
  hidden: Hidden;
  span: Span | null;
  log: boolean;
  order?: readonly string[];
};

const noReason = "no data";

function declaredGap(data: TimeData, day: string): string | undefined {
  return data.gaps?.find((gap) => gap.from <= day && day <= gap.to)?.reason;
}

/** Why the stack of a day is unknown; nothing when it is known. */
function gapReasons(
  data: TimeData,
  bands: readonly Band[],
  span: Span,
): readonly (string | undefined)[] {
  const starts = bands.map((band) => band.values.findIndex((value) => value !== null));
  const reasons: (string | undefined)[] = [];
  for (let index = span.from; index <= span.to; index += 1) {
    const day = data.days[index] ?? "";
    // A band that has begun and is not over leaves a hole: the sum of the others would be too small.
    const missing = bands.some((band, which) => {
      const start = starts[which] ?? -1;
      const none = (band.values[index] ?? null) === null;
      return none && start >= 0 && index > start && !isOver(band.until, day);
    });
    const nothing = bands.every((band) => (band.values[index] ?? null) === null);
    const declared = declaredGap(data, day);
    reasons.push(declared ?? (missing || nothing ? noReason : undefined));
  }
  return reasons;
}

function runsOf(reasons: readonly (string | undefined)[]): readonly Run[] {
  const runs: Run[] = [];
  reasons.forEach((reason, index) => {
    const last = runs.at(-1);
    if (reason === undefined) return;
    if (last && last.to === index - 1 && last.reason === reason) last.to = index;
    else runs.push({ from: index, to: index, reason });
  });
  return runs;
}

function totals(
  bands: readonly Band[],
  reasons: readonly (string | undefined)[],
): readonly Value[] {
  return reasons.map((reason, index) =>
    reason === undefined ? exactSum(bands.map((band) => band.values[index] ?? 0)) : null,
  );
}

function plottedBands(
  kind: TimeKind,
  visible: readonly Band[],
  total: readonly Value[],
  data: TimeData,
  start: number,
): readonly Band[] {
  const { isStacked, isShare } = timeKind(kind);
  if (!isStacked)
    return visible.map((band) => ({
      ...band,
      values: band.values.map((value, index) =>
        declaredGap(data, data.days[start + index] ?? "") === undefined ? value : null,
      ),
    }));
  const negative = (index: number) => visible.some((band) => (band.values[index] ?? 0) < 0);
  return visible.map((band) => ({
    ...band,
    values: total.map((sum, index) => {
      const value = band.values[index] ?? 0;
      if (sum === null) return null;
      if (!isShare) return value;
      // Parts below zero are no shares of a whole.
      return sum <= 0 || negative(index) ? null : value / sum;
    }),
  }));
}

/** The lowest and the highest value of single bands, or of their sums in a stack. */
function extent(isStacked: boolean, drawn: readonly Band[], length: number): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < length; index += 1) {
    let up = 0;
    let down = 0;
    for (const band of drawn) {
      const value = band.values[index] ?? null;
      if (value === null) continue;
      if (!isStacked) {
        low = Math.min(low, value);
        high = Math.max(high, value);
        // Negative values are drawn below the axis, and do not lower the stack above it.
      } else if (value > 0) up += value;
      else down += value;
    }
    if (isStacked) {
      low = Math.min(low, down);
      high = Math.max(high, up);
    }
  }
  return Number.isFinite(low) ? [low, high] : [0, 0];
}

function secondOf(data: TimeData, drawn: readonly Band[], length: number): TimeView["second"] {
  const bands = drawn.filter(({ second }) => second);
  if (!data.second || bands.length === 0) return null;
  const [low, high] = extent(false, bands, length);
  const { unit } = data.second;
  return { low, high, unit, scale: scaleOf(unit, Math.max(Math.abs(low), high)) };
}

/** How the figures of a band are written. */
export function scaleOfBand(view: TimeView, { second }: Pick<Band, "second">): Scale {
  return second && view.second ? view.second.scale : view.scale;
}

/** A sum of series with how its values of the shown days came to be. */
function qualified(band: Band, days: readonly string[], start: number): Band {
  return band.parts ? { ...band, qualifiers: sumQualifiers(band.parts, days, start) } : band;
}

export function timeView(request: ViewRequest): TimeView {
  const { data, unit, hidden, order } = request;
  const last = data.days.length - 1;
  const span = request.span ?? { from: 0, to: last };
  const isOneDay = span.from === span.to;
  const kind = (isOneDay && timeKind(request.kind).ofOneDay) || request.kind;
  const { isStacked, isShare } = timeKind(kind);
  const days = data.days.slice(span.from, span.to + 1);
  const whole = bandsOf(data, kind, order).map((band) => qualified(band, days, span.from));
  const slice = (values: readonly Value[]) => values.slice(span.from, span.to + 1);
  const shown = whole.filter(({ id }) => !hidden.has(id));
  // A line ends at its own gap; a stack is unknown as soon as one of its bands is.
  const reasons = isStacked
    ? gapReasons(data, shown, span)
    : days.map((day) => declaredGap(data, day));
  const visible = shown.map((band) => ({ ...band, values: slice(band.values) }));
  const total = isStacked ? totals(visible, reasons) : [];
  const drawn = plottedBands(kind, visible, total, data, span.from);
  // Values of another unit must not stretch the first axis.
  const [low, high] = extent(
    isStacked,
    drawn.filter(({ second }) => !second),
    days.length,
  );
  // Shares reach to one, but the figures of the legend are amounts.
  const [, largest] = isShare ? extent(isStacked, visible, days.length) : [low, high];
  const scale = scaleOf(unit, Math.max(Math.abs(low), largest));
  return {
    kind,
    log: request.log && logRefusal(kind, low) === null,
    days,
    names: data.names?.slice(span.from, span.to + 1) ?? days.map(formatDay),
    ages: data.ages !== undefined,
    start: span.from,
    whole,
    visible,
    drawn,
    total,
    gaps: runsOf(reasons),
    scale,
    axisScale: isShare ? scaleOf({ kind: "percent", decimals: 0 }, 1) : scale,
    low,
    high,
    second: secondOf(data, drawn, days.length),
  };
}

/** A single band with values on both sides of zero: its bars have the colour of their direction. */
export function isFlow(view: TimeView): boolean {
  return timeKind(view.kind).hasSlots && view.drawn.length === 1 && view.low < 0;
}

/** The reason for which a logarithmic scale is not available; null if it is. */
export function logRefusal(kind: TimeKind, low: number): string | null {
  if (timeKind(kind).isStacked) return "Stacked values cannot be shown on a logarithmic scale.";
  if (low <= 0) return "A logarithmic scale cannot show zero or negative values.";
  return null;
}

/** The indexes of a stretch of days within the data; null when nothing lies in it. */
export function spanOfDays(days: readonly string[], from: string, to: string): Span | null {
  const first = indexAtOrAfter(days, from);
  const last = indexAtOrBefore(days, to);
  return first <= last ? { from: first, to: last } : null;
}
