import type { GetAggregateResponse } from "@/api/contract";
import { formatDay } from "@/lib/format";

/** A note for tables that do not show all groups of an answer; empty if they do. */
export function beyond(count: number | undefined, most: number, of: string, rest: string): string {
  const left = (count ?? 0) - most;
  return left > 0 ? ` Of the ${most} ${of}; ${left} ${rest}.` : "";
}

/** After what is said of a table: the newest day that its numbers are of; nothing where there is none. */
export function newestText(answer: GetAggregateResponse | undefined): string {
  const day = answer?.total.last_date ?? null;
  return day === null ? "" : ` Latest values: ${formatDay(day)}.`;
}
