import type { GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { lastPlace } from "@/charts/explanation/windows";
import { onDay, type PointQualifier, qualifierOf } from "@/lib/format/qualifiers";

/** How the numbers of a row came to be, by column, where they were not measured on their day. */
export type Marks<Column extends string> = Readonly<Partial<Record<Column, PointQualifier>>>;

/** The qualifier of the newest value of a group. */
export function newestMark(
  answer: Pick<GetAggregateResponse, "dates"> | undefined,
  group: Pick<SeriesGroup, "values" | "qualifiers"> | undefined,
): PointQualifier | undefined {
  if (!answer || !group) return undefined;
  const day = answer.dates[lastPlace(group.values)];
  return day === undefined ? undefined : qualifierOf(group.qualifiers, day);
}

/** The same of each group, by its key. */
export function newestMarks(
  answer: GetAggregateResponse,
): ReadonlyMap<string | null, PointQualifier | undefined> {
  return new Map(answer.groups.map((group) => [group.key, newestMark(answer, group)]));
}

/** The mark of the number at a place of an answer; a file names the day of one that is not the last. */
export function markAt(
  mark: PointQualifier | undefined,
  dates: ReadonlyArray<string>,
  place: number,
): PointQualifier | undefined {
  const day = dates[place];
  return day === undefined || place === dates.length - 1 ? mark : onDay(mark, day);
}
