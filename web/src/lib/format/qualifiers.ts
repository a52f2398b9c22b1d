import type { ValueQualifier } from "@/api/contract";
import { formatDay, formatMonth } from "./formatDate";

/** How a value came to be: of which day it is, and what it lacks; `is_running` where its interval is not over. */
export type Qualified = Omit<ValueQualifier, "from" | "to" | "spans_gap"> & {
  spans_gap?: boolean;
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

/** The words for the average of the month of a day: "November 2025, average". */
export function averageLabel(day: string): string {
  return `${formatMonth(day)}, average`;
}

export const notOver = "partial: not over";
const lacksDays = "partial: days are missing or withheld";

/** Whether a value lacks days of an interval that is over, or of an earlier one. */
export function isIncomplete({ is_partial: isPartial, is_running: isRunning }: Qualified): boolean {
  return isPartial && !isRunning;
}

/** Where a value comes from that was not measured in its interval; null if it was. */
export function qualifierLabel(qualifier: Qualified | null | undefined): string | null {
  if (!qualifier) return null;
  if (qualifier.is_average && qualifier.value_date) return averageLabel(qualifier.value_date);
  if (qualifier.is_carried && qualifier.value_date)
    return `value of ${formatDay(qualifier.value_date)}`;
  if (qualifier.spans_gap) return "change over a gap";
  if (isIncomplete(qualifier)) return lacksDays;
  return qualifier.is_running ? notOver : null;
}
