import type { GetAggregateResponse } from "@/api/contract";
import { formatCountFull, formatDay } from "@/lib/format";

/** A note for tables that do not show all groups of an answer; empty if they do. */
export function truncationNote(
  count: number | undefined,
  most: number,
  of: string,
  rest: string,
): string {
  const left = (count ?? 0) - most;
  return left > 0
    ? ` Of the ${formatCountFull(most)} ${of}; ${formatCountFull(left)} ${rest}.`
    : "";
}

/** The newest day of the numbers of a table, as a sentence behind its description; empty without one. */
export function newestText(answer: GetAggregateResponse | undefined): string {
  const day = answer?.total.last_date ?? null;
  return day === null ? "" : ` Latest values: ${formatDay(day)}.`;
}
