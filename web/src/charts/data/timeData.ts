import type {
  GetAggregateResponse,
  GetSeriesResponse,
  SeriesGroup,
  SeriesInterval,
  SeriesLine,
} from "@/api/contract";
import { classKeyOf } from "@/lib/classColour";
import { formatCount, formatDay } from "@/lib/format";
import { qualifierOf } from "@/lib/format/qualifiers";
import { type ComparedSeries, networkNameOf } from "../comparedSeries";
import { earlierOf, endOf, intervalName } from "../measures/intervals";
import type { EntityName, Names } from "../measures/names";
import type { ChartSeries, TimeData, Value } from "../types";
import { type LastKnown, nameInComparison, noKnownValue } from "./freshness";

/** The number of intervals without a value after which a series is over, and not late. */
const overAfter: Record<SeriesInterval, number> = {
  day: 31,
  week: 5,
  month: 3,
  quarter: 2,
  year: 2,
};

function known(value: Value | undefined): value is number {
  return value !== null && value !== undefined;
}

/** The stretch in which anything is known; null when nothing is. */
function knownSpan(lines: ReadonlyArray<readonly Value[]>, length: number) {
  const some = (index: number) => lines.some((values) => known(values[index]));
  let from = 0;
  while (from < length && !some(from)) from += 1;
  let to = length - 1;
  while (to >= from && !some(to)) to -= 1;
  return from <= to ? { from, to } : null;
}

export type SeriesInput = Omit<ChartSeries, "until">;

/** The last interval with a new value: newest values are repeated after it. Null where a series does not say its newest day. */
function newestPlace(dates: readonly string[], parts: readonly SeriesInput[]): number | null {
  const valued = parts.filter(({ values }) => values.some(known));
  const days = valued.flatMap(({ newest }) => newest ?? []).toSorted();
  const last = days.at(-1);
  if (last === undefined || days.length < valued.length) return null;
  const place = dates.findLastIndex((date) => date <= last);
  return place < 0 ? null : place;
}

/** The intervals of an answer, the last of which may end before it is over, and the time of the answer. */
type Axis = Pick<GetAggregateResponse, "interval" | "to"> &
  Partial<Pick<GetAggregateResponse, "current_at">> & { dates: readonly string[] };

/** A value is called by its day, the last of its interval, and a sum by its interval, or by how far that goes so far. */
function nameOf({ interval, to }: Axis, day: string, sums: boolean): string {
  const end = endOf(interval, day);
  const last = formatDay(earlierOf(end, to));
  if (!sums) return last;
  const name = intervalName(interval, day);
  return end > to ? `${name}, to ${last}` : name;
}

/** The last interval, if its values are of its first days only; `isOver` where it is past, and no day will be added. */
type CutInterval = { from: string; isOver: boolean };

/**
 * The last interval, if the range ends within it, as with a series that ended, or today is in it.
 * Values of an interval that is over are partial as well where they lack days.
 */
function cutInterval(
  { dates, interval, to, current_at: currentAt = to }: Axis,
  parts: readonly SeriesInput[],
): CutInterval | undefined {
  const from = dates.at(-1);
  if (from === undefined) return undefined;
  const end = endOf(interval, from);
  const isOver = end < currentAt.slice(0, 10);
  if (end > to) return { from, isOver };
  const isPartial = parts.some(({ qualifiers }) => qualifierOf(qualifiers, from)?.is_partial);
  return isPartial && !isOver ? { from, isOver } : undefined;
}

/** The same series, with the values marked that are of an interval that is not over. */
function withRunning(part: SeriesInput, from: string): SeriesInput {
  const { qualifiers } = part;
  if (!qualifiers) return part;
  const marked = qualifiers.map((each) =>
    each.is_partial && each.from === from ? { ...each, is_running: true as const } : each,
  );
  return { ...part, qualifiers: marked };
}

/** The note on the last interval, if that is cut. */
function cutNote(
  { interval, to }: Axis,
  cut: CutInterval | undefined,
): Pick<TimeData, "provisional"> {
  if (cut === undefined) return {};
  const { from, isOver } = cut;
  if (isOver) {
    const sentence = `${intervalName(interval, from)} is partial: days after ${formatDay(to)} are not included.`;
    return { provisional: { from, sentence, isOver } };
  }
  const sentence =
    interval === "day"
      ? `${formatDay(from)} is not over: its values may change.`
      : `The last ${interval} is partial, up to ${formatDay(to)}.`;
  return { provisional: { from, sentence } };
}

/** Series on the days on which anything is known, each with its last day where it is over. */
export function timeData(axis: Axis, parts: readonly SeriesInput[], sums = false): TimeData {
  const { dates, interval } = axis;
  const measured = parts.filter(({ role }) => role !== "reference");
  const span = knownSpan(
    measured.map(({ values }) => values),
    dates.length,
  );
  if (!span) return { days: [], series: [] };
  const to = Math.min(span.to, Math.max(span.from, newestPlace(dates, measured) ?? span.to));
  const days = dates.slice(span.from, to + 1);
  const cut = cutInterval(axis, measured);
  const marked = cut && !cut.isOver ? parts.map((part) => withRunning(part, cut.from)) : parts;
  const series = marked.flatMap((part): ChartSeries[] => {
    const values = part.values.slice(span.from, to + 1);
    const last = values.findLastIndex(known);
    if (last < 0) return [];
    const isOver = values.length - 1 - last > overAfter[interval];
    const until = days[last];
    return [{ ...part, values, ...(isOver && until !== undefined ? { until } : {}) }];
  });
  const partial = cutNote(axis, cut);
  if (interval === "day") return { days, series, ...partial };
  const names = days.map((day) => nameOf(axis, day, sums));
  const lastDays = days.map((day) => earlierOf(endOf(interval, day), axis.to));
  return { days, names, lastDays, series, ...partial };
}

/** Identifies the group of those that have nothing of what the others have in common. */
export const withoutKey = "(none)";
/** Identifies all groups beyond the limit. */
export const otherKey = "(other)";
/** Identifies all members together. */
export const allKey = "(all)";

export function groupKey({ key, is_other }: SeriesGroup): string {
  return is_other ? otherKey : (key ?? withoutKey);
}

type QualifiedSeries = LastKnown & Pick<SeriesGroup, "qualifiers">;

/** The newest day and the qualifiers of the values of a series. */
function natureOf(
  { last_date: newest, qualifiers }: QualifiedSeries,
  sample: boolean,
): Pick<SeriesInput, "newest" | "qualifiers" | "sample"> {
  return {
    sample,
    ...(newest === null ? {} : { newest }),
    ...(qualifiers.length === 0 ? {} : { qualifiers }),
  };
}

/** How many members of a group are sample data, where others are real: "2 of 5 members are sample data". */
export function sampleNoteOf({
  sample_count: count,
  member_count: all,
}: Pick<SeriesGroup, "sample_count" | "member_count">): Pick<SeriesInput, "sampleNote"> {
  if (count === 0 || count >= all) return {};
  const verb = count === 1 ? "is" : "are";
  return { sampleNote: `${formatCount(count)} of ${formatCount(all)} members ${verb} sample data` };
}

/** The newest day, the qualifiers and the sample data of the values of a group. */
function groupNature(group: SeriesGroup) {
  return { ...natureOf(group, group.has_sample), ...sampleNoteOf(group) };
}

type GroupLabels = {
  names: ReadonlyMap<string, Pick<EntityName, "name">>;
  /** The name of all groups together. */
  all: string;
  /** The name of the members without a group. */
  without: string;
  byClass: boolean;
};

/** The groups of an answer as a chart draws them, the total if they are not grouped. */
export function groupSeries(
  answer: GetAggregateResponse,
  words: GroupLabels,
): readonly SeriesInput[] {
  const { groups, total, group_count: count } = answer;
  if (groups.length === 0) {
    if (total.member_count === 0) return [];
    return [{ id: allKey, name: words.all, values: total.values, ...groupNature(total) }];
  }
  return groups.map((group): SeriesInput => {
    const { key, values } = group;
    const id = groupKey(group);
    if (group.is_other) {
      const name = `Other (${count - (groups.length - 1)})`;
      return { id, name, values, role: "other", ...groupNature(group) };
    }
    const name = key === null ? words.without : (words.names.get(key)?.name ?? key);
    const classKey = words.byClass ? classKeyOf(key) : undefined;
    return {
      id,
      name,
      values,
      ...(classKey ? { classKey } : {}),
      ...groupNature(group),
    };
  });
}

type NamedSeries = ComparedSeries & Pick<SeriesLine, "subject_name">;

/** The name of a line among others; where several have one name, they have their networks in it. */
export function lineName(
  line: NamedSeries,
  lines: readonly NamedSeries[],
  networks: Names,
): string {
  const { subject_name: name } = line;
  const isAlone = lines.filter((each) => each.subject_name === name).length === 1;
  const network = isAlone ? null : networkNameOf(line, networks);
  return network ? `${name} on ${network}` : name;
}

export function lineId(line: SeriesLine): string {
  const { subject_kind, subject_slug, network_slug, source } = line;
  return [subject_kind, subject_slug, network_slug ?? "", source].join(":");
}

/** The part of its id that a line shares with all lines of its subject, whatever their source. */
export function subjectOfLine(id: string): string {
  return id.split(":", 3).join(":");
}

const unnamed: Names = new Map();

/** Chosen series beside each other. */
export function lineSeries(
  lines: readonly SeriesLine[],
  networks = unnamed,
): readonly SeriesInput[] {
  return lines.map((line) => ({
    id: lineId(line),
    name: lineName(line, lines, networks),
    entity: line.subject_slug,
    values: line.values,
    ...natureOf(line, line.is_sample),
  }));
}

/** References on the days of the series that they stand beside. */
export function referenceSeries(
  dates: readonly string[],
  answer: GetSeriesResponse | undefined,
): readonly SeriesInput[] {
  if (!answer) return [];
  const places = new Map(answer.dates.map((date, index) => [date, index]));
  const until = dates.at(-1) ?? "";
  return lineSeries(answer.lines).map((part, place) => ({
    ...part,
    name: nameInComparison(part.name, answer.lines[place] ?? noKnownValue, until),
    values: dates.map((date) => part.values[places.get(date) ?? -1] ?? null),
    role: "reference",
  }));
}
