import { formatDay } from "@/lib/format/formatDate";
import { type PointQualifier, qualifierLabel, qualifierOf } from "@/lib/format/qualifiers";
import type { ChartSeries, CompositionItem, Qualifier } from "../types";

type ValueSeries = Pick<ChartSeries, "values" | "newest" | "qualifiers">;

/** The day of a value that is repeated after its newest day. */
export function repeatedDay({ newest }: Pick<ValueSeries, "newest">, day: string): string | null {
  return newest !== undefined && day > newest ? newest : null;
}

/** Where the value of a day comes from, if it was not measured then. */
export function valueReason(course: ValueSeries, day: string): string | null {
  const repeated = repeatedDay(course, day);
  if (repeated !== null) return `value of ${formatDay(repeated)}`;
  return qualifierLabel(qualifierOf(course.qualifiers, day));
}

/** How the value of a day came to be; null for a missing value. */
function natureAt(course: ValueSeries, at: number, day: string): Partial<PointQualifier> | null {
  if ((course.values[at] ?? null) === null) return null;
  const own: Partial<PointQualifier> = qualifierOf(course.qualifiers, day) ?? {};
  const repeated = repeatedDay(course, day);
  return repeated === null ? own : { ...own, value_date: repeated, is_carried: true };
}

/**
 * How a number of several values came to be, as the service says it of several members: it is carried, or an average, if
 * each of them is, of the newest of their days; it is partial, lacks days, or is over a gap, if one is.
 */
export function combinedQualifier(all: readonly Partial<PointQualifier>[]) {
  const isEach = (flag: "is_carried" | "is_average") =>
    all.length > 0 && all.every((one) => one[flag]);
  const [isCarried, isAverage] = [isEach("is_carried"), isEach("is_average")];
  const days = all.flatMap((one) => one.value_date ?? []).toSorted();
  const isAny = (flag: "is_partial" | "lacks_days" | "spans_gap" | "is_running") =>
    all.some((one) => one[flag] === true);
  return {
    value_date: isCarried || isAverage ? (days.at(-1) ?? null) : null,
    is_carried: isCarried,
    is_partial: isAny("is_partial"),
    lacks_days: isAny("lacks_days"),
    is_average: isAverage,
    spans_gap: isAny("spans_gap"),
    ...(isAny("is_running") && { is_running: true as const }),
  };
}

/** How the sum of some values of a day came to be. */
export function sumQualifier(courses: readonly ValueSeries[], at: number, day: string) {
  return combinedQualifier(courses.flatMap((course) => natureAt(course, at, day) ?? []));
}

/** How the sum of some parts of a whole came to be. */
export function partsQualifier(parts: readonly Pick<CompositionItem, "value" | "qualifier">[]) {
  const known = parts.filter(({ value }) => value !== null);
  return combinedQualifier(known.map(({ qualifier }) => qualifier ?? {}));
}

/** How the sum of some values of a day came to be, in words. */
export function sumReason(courses: readonly ValueSeries[], at: number, day: string): string | null {
  return qualifierLabel(sumQualifier(courses, at, day));
}

/** The qualifiers of the sums of some days, the first of which is at a place of the values. */
export function sumQualifiers(
  courses: readonly ValueSeries[],
  days: readonly string[],
  start = 0,
): Qualifier[] {
  return days.flatMap((day, index) => {
    const sum = sumQualifier(courses, start + index, day);
    const isMeasured = !sum.is_carried && !sum.is_partial && !sum.is_average && !sum.spans_gap;
    return isMeasured ? [] : { from: day, to: day, ...sum };
  });
}
