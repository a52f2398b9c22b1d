import { fileFormatLabels } from "@/api/accessWords";
import type { FileFormat, Limits } from "@/api/contract";
import { formatCountFull } from "@/lib/format";

/** A limit that is absent does not restrict. */
type Amount = number | null | undefined;

export type AmountName = Exclude<keyof Limits, "export_formats">;

/** The limits that are numbers, as forms and tables name them. */
export const amountLabels: Readonly<Record<AmountName, string>> = {
  rows_per_response: "Rows per answer",
  rows_per_day: "Rows per day",
  requests_per_second: "Requests per second",
  burst: "Requests in a burst",
  requests_per_day: "Requests per day",
  concurrent: "Concurrent requests",
  export_rows: "Rows per export",
};

export const amountNames = Object.keys(amountLabels) as ReadonlyArray<AmountName>;

export const formatsLabel = "Export formats";

export function amountText(amount: Amount): string {
  return typeof amount !== "number" ? "No limit" : formatCountFull(amount);
}

export function formatsText(formats: ReadonlyArray<FileFormat>): string {
  return formats.length === 0 ? "All" : formats.map((one) => fileFormatLabels[one]).join(", ");
}

function tighter(one: Amount, other: Amount): number | null {
  if (typeof one !== "number" || typeof other !== "number") return one ?? other ?? null;
  return Math.min(one, other);
}

/** The limits that hold: those of an assignment where it has any, which are never above those of the policy. */
export function limitsInEffect(policy: Limits, overrides: Limits | null): Limits {
  if (overrides === null) return policy;
  const amounts = Object.fromEntries(
    amountNames.map((name) => [name, tighter(policy[name], overrides[name])]),
  ) as Record<AmountName, number | null>;
  const chosen = overrides.export_formats;
  return { ...amounts, export_formats: chosen.length > 0 ? chosen : policy.export_formats };
}
