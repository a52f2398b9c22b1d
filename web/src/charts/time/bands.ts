import { sumOfKnown } from "@/lib/exactSum";
import { type TimeKind, timeKind } from "../kinds";
import { coloursInOrder, type EntityColour, entityColours, grey } from "../painting/entityColour";
import type { ChartSeries, Qualifier, TimeData, Value } from "../types";

/** One drawn series: an entity, the rest as "Other", or a reference. */
export type Band = EntityColour & {
  id: string;
  name: string;
  values: readonly Value[];
  role: "entity" | "other" | "reference";
  /** The last day of a series that is over. */
  until?: string;
  /** The day of its newest value, which later ones repeat. */
  newest?: string;
  /** Whether it includes sample data. */
  sample?: boolean;
  /** How many of its members are sample data, where others are real. */
  sampleNote?: string;
  /** The values that were not measured in their intervals. */
  qualifiers?: readonly Qualifier[];
  /** Whether it stands on the second axis. */
  second?: boolean;
  /** The series whose sum it is. */
  parts?: readonly ChartSeries[];
};

export const otherId = "other";
/** More bands than this cannot be distinguished; the rest is one. */
export const mostBands = 7;

/** The last value of a band; without one, minus infinity, which sorts last. */
export function endValue(values: readonly Value[]): number {
  for (let index = values.length - 1; index >= 0; index -= 1) {
    const value = values[index];
    if (value !== null && value !== undefined) return value;
  }
  return Number.NEGATIVE_INFINITY;
}

function ranked(series: readonly ChartSeries[]): readonly ChartSeries[] {
  return series
    .map((one) => ({ one, last: endValue(one.values) }))
    .sort((a, b) => (a.last === b.last ? (a.one.id < b.one.id ? -1 : 1) : b.last - a.last))
    .map(({ one }) => one);
}

/** Keeps the places of what was there before; what is new follows by its own rank. */
function keepOrder(
  before: readonly string[],
  series: readonly ChartSeries[],
): readonly ChartSeries[] {
  const byId = new Map(series.map((one) => [one.id, one]));
  const known = before.flatMap((id) => byId.get(id) ?? []);
  const places = new Set(before);
  return [...known, ...ranked(series.filter(({ id }) => !places.has(id)))];
}

function sumOf(series: readonly ChartSeries[], days: readonly string[]): readonly Value[] {
  const started = series.map(({ values }) => values.findIndex((value) => value !== null));
  return days.map((day, index) => {
    const known: number[] = [];
    for (const [which, { values, until }] of series.entries()) {
      const value = values[index] ?? null;
      const start = started[which] ?? -1;
      if (value === null && start >= 0 && index > start && !isOver(until, day)) return null;
      if (value !== null) known.push(value);
    }
    return sumOfKnown(known);
  });
}

/** Whether a series has ended by then, which is no gap. */
export function isOver(until: string | undefined, day: string): boolean {
  return until !== undefined && day > until;
}

/** The entities largest first, if they have no order of their own; the order is what a session keeps. */
export function entityOrder(data: TimeData, before: readonly string[] = []): readonly string[] {
  const entities = data.series.filter(({ role }) => role === undefined);
  if (data.ordered) return entities.map(({ id }) => id);
  return keepOrder(before, entities).map(({ id }) => id);
}

/** The bands of a kind of chart; the rest is one band. */
function banded(data: TimeData, kind: TimeKind, order: readonly string[]) {
  const byRole = (role: ChartSeries["role"]) => data.series.filter((one) => one.role === role);
  const entities = keepOrder(order, byRole(undefined));
  const others = byRole("other");
  const { isStacked, hasLines } = timeKind(kind);
  const isGrouped = isStacked && entities.length > mostBands + 1;
  const shown = isGrouped ? entities.slice(0, mostBands) : entities;
  const references = hasLines ? byRole("reference") : [];
  return { entities, shown, others, references, isGrouped };
}

/** The ids of what `bandsOf` draws. */
export function bandIds(
  data: TimeData,
  kind: TimeKind,
  order: readonly string[] = [],
): readonly string[] {
  const { shown, others, references, isGrouped } = banded(data, kind, order);
  const ids = (series: readonly ChartSeries[]) => series.map(({ id }) => id);
  return [...ids(shown), ...(isGrouped ? [otherId] : ids(others)), ...ids(references)];
}

/** The bands from bottom to top: the largest first, "Other" on top of the stack, references last. */
export function bandsOf(
  data: TimeData,
  kind: TimeKind,
  order: readonly string[] = [],
): readonly Band[] {
  const { entities, shown, others, references, isGrouped } = banded(data, kind, order);
  const colours = (data.ordered ? coloursInOrder : entityColours)(entities);
  const seconds = new Set(timeKind(kind).hasLines ? data.second?.ids : []);
  const band = (series: ChartSeries, role: Band["role"]): Band => ({
    id: series.id,
    name: series.name,
    values: series.values,
    ...((role === "entity" && colours.get(series.id)) || grey),
    role,
    ...(series.until === undefined ? {} : { until: series.until }),
    ...(series.newest === undefined ? {} : { newest: series.newest }),
    ...(series.sample && { sample: true }),
    ...(series.sampleNote !== undefined && { sampleNote: series.sampleNote }),
    ...(seconds.has(series.id) && { second: true }),
    ...(series.qualifiers === undefined ? {} : { qualifiers: series.qualifiers }),
  });
  const bands = shown.map((series) => band(series, "entity"));
  if (isGrouped) {
    const rest = [...entities.slice(mostBands), ...others];
    bands.push({
      id: otherId,
      name: others.length > 0 ? "Other" : `Other (${rest.length})`,
      values: sumOf(rest, data.days),
      ...grey,
      role: "other",
      parts: rest,
      ...(rest.some(({ sample }) => sample) && { sample: true }),
    });
  } else bands.push(...others.map((series) => band(series, "other")));
  return [...bands, ...references.map((series) => band(series, "reference"))];
}
