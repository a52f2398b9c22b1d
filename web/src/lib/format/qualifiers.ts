import type { ValueQualifier } from "@/api/contract";
import { formatDay, formatMonth } from "./formatDate";

/** How a value came to be: of which day it is, and what it lacks; `is_running` where its interval is not over. */
export type PointQualifier = Omit<ValueQualifier, "from" | "to" | "spans_gap" | "lacks_days"> & {
  spans_gap?: boolean;
  lacks_days?: boolean;
  is_running?: true;
};

/** The qualifier of the value of a day; they are in the order of their days. */
export function qualifierOf<Qualifier extends ValueQualifier>(
  qualifiers: readonly Qualifier[] | undefined,
  day: string,
): Qualifier | undefined {
  const next = qualifiers?.find(({ to }) => day <= to);
  return next && next.from <= day ? next : undefined;
}

/** The qualifier of a number of another day than that of its table, which a file names. */
export function onDay(mark: PointQualifier | undefined, day: string): PointQualifier {
  const measured = { is_carried: false, is_partial: false, is_average: false };
  return { ...measured, ...mark, value_date: mark?.value_date ?? day };
}

/** The words for the average of the month of a day: "November 2025, average". */
export function averageLabel(day: string): string {
  return `${formatMonth(day)}, average`;
}

export const notOver = "partial: not over";
const lacksDays = "partial: days are missing or withheld";
const notOverAndLacksDays = "partial: not over, and days are withheld";

/** Whether a value lacks days beside those that are to come. */
export function isIncomplete(qualifier: PointQualifier): boolean {
  const { is_partial: isPartial, is_running: isRunning, lacks_days: lacksWithheld } = qualifier;
  return isPartial && (!isRunning || lacksWithheld === true);
}

/** Why a value is of a part of its interval; null if it is not. */
function partLabel(qualifier: PointQualifier): string | null {
  if (!isIncomplete(qualifier)) return qualifier.is_running ? notOver : null;
  return qualifier.is_running ? notOverAndLacksDays : lacksDays;
}

/** The words for a value, or the newest value of a change, that is an average or of an earlier day; null for others. */
function originLabel({ value_date: day, ...qualifier }: PointQualifier): string | null {
  if (qualifier.is_average && day) return averageLabel(day);
  return qualifier.is_carried && day ? `value of ${formatDay(day)}` : null;
}

/** Where a value comes from that was not measured in its interval; null if it was. */
export function qualifierLabel(qualifier: PointQualifier | null | undefined): string | null {
  if (!qualifier) return null;
  const origin = originLabel(qualifier);
  const gap = qualifier.spans_gap ? "change over a gap" : null;
  // Another day says that the interval is not covered; only a change of averages is over a gap, too.
  const labels = origin === null ? [gap, partLabel(qualifier)] : [origin, gap];
  return labels.filter((label) => label !== null).join(", ") || null;
}
