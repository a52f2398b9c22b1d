import { formatDay } from "@/lib/format/formatDate";
import { type Qualified, qualifierLabel, qualifierOf } from "@/lib/format/qualifiers";
import type { ChartSeries } from "../types";

type Course = Pick<ChartSeries, "values" | "newest" | "qualifiers">;

/** The day of a value that is repeated after its newest day. */
export function repeatedDay({ newest }: Pick<Course, "newest">, day: string): string | null {
  return newest !== undefined && day > newest ? newest : null;
}

/** Where the value of a day comes from, if it was not measured then. */
export function valueReason(course: Course, day: string): string | null {
  const repeated = repeatedDay(course, day);
  if (repeated !== null) return `value of ${formatDay(repeated)}`;
  return qualifierLabel(qualifierOf(course.qualifiers, day));
}

/** The same of a sum: it is carried if each of its values is, of the newest day among them, and partial if one is. */
export function sumReason(courses: readonly Course[], at: number, day: string): string | null {
  const known = courses.filter(({ values }) => (values[at] ?? null) !== null);
  const all = known.map((course) => {
    const repeated = repeatedDay(course, day);
    const own: Partial<Qualified> = qualifierOf(course.qualifiers, day) ?? {};
    return repeated === null ? own : { ...own, value_date: repeated, is_carried: true };
  });
  const days = all.flatMap((one) => one.value_date ?? []).toSorted();
  const lacksDays = all.some((one) => one.is_partial && !one.is_running);
  const isRunning = !lacksDays && all.some((one) => one.is_running);
  return qualifierLabel({
    value_date: days.at(-1) ?? null,
    is_carried: all.every((one) => one.is_carried),
    is_partial: lacksDays || isRunning,
    is_average: all.every((one) => one.is_average),
    spans_gap: all.some((one) => one.spans_gap),
    ...(isRunning && { is_running: true as const }),
  });
}
