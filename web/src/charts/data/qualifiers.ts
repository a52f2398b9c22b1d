import type { ValueQualifier } from "@/api/contract";
import { formatDay, formatMonth } from "@/lib/format/formatDate";

/** The qualifier of the value of a day; they are in the order of their days. */
export function qualifierOf(
  qualifiers: readonly ValueQualifier[] | undefined,
  day: string,
): ValueQualifier | undefined {
  return qualifiers?.find(({ from, to }) => from <= day && day <= to);
}

/** The words for the average of the month of a day: "November 2025, average". */
export function averageLabel(day: string): string {
  return `${formatMonth(day)}, average`;
}

/** Where a value comes from that was not measured in its interval; null if it was. */
export function qualifierLabel(qualifier: ValueQualifier | undefined): string | null {
  if (!qualifier) return null;
  if (qualifier.is_average && qualifier.value_date) return averageLabel(qualifier.value_date);
  if (qualifier.is_carried && qualifier.value_date)
    return `value of ${formatDay(qualifier.value_date)}`;
  if (qualifier.spans_gap) return "change over a gap";
  return qualifier.is_partial ? "partial" : null;
}
