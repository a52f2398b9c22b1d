import { fileFormatLabels } from "@/api/accessWords";
import type { Fields, Limits, PolicyInput, TimeBounds } from "@/api/contract";
import { conditionsPart, type NameOf, recordsPart } from "@/records/scopes/scopeSentence";
import { amountOf, listInWords, verbOf } from "@/records/scopes/wording";

/** The parts of a policy that its sentence speaks of. */
export type PolicyTerms = Pick<
  PolicyInput,
  "effect" | "actions" | "endpoints" | "where" | "fields" | "time" | "limits"
>;

/**
 * A policy as a sentence about a subject, such as a role: "Premium Treasuries may list, read and export assets and time
 * series of U.S. Treasuries, up to 50,000 rows an answer".
 */
export function policySentence(policy: PolicyTerms, subject: string, nameOf: NameOf): string {
  const { effect, actions, endpoints, where = [], fields, time, limits } = policy;
  const isDenial = effect === "deny";
  const verbs = listInWords(actions.map(verbOf), isDenial ? "or" : "and");
  const head = `${subject} ${isDenial ? "may not" : "may"} ${verbs} `;
  const records = fieldsPart(fields, isDenial) + recordsPart(endpoints);
  const conditions = conditionsPart(where, nameOf);
  return [head + records + conditions, ...daysParts(time), ...limitParts(limits)].join(", ");
}

function fieldsPart({ mode, names: fields }: Fields, isDenial: boolean): string {
  if (mode === "all") return "";
  const names = listInWords(fields);
  if (mode === "except") return `all fields except ${names} of `;
  return isDenial ? `the fields ${names} of ` : `only the fields ${names} of `;
}

function periodPart({ from, to }: TimeBounds): string | null {
  if (from && to) return `from ${from} to ${to}`;
  if (from) return `from ${from}`;
  return to ? `until ${to}` : null;
}

function delayPart(minutes: number | null | undefined): string | null {
  if (!minutes || minutes < 0) return null;
  const delay = minutes % 60 === 0 ? amountOf(minutes / 60, "hour") : amountOf(minutes, "minute");
  return `delayed by ${delay}`;
}

/** The bounds of days, each in words. */
export function daysParts(bounds: TimeBounds): ReadonlyArray<string> {
  const { max_days_back: days, min_lag_minutes: minutes, granularity_min: interval } = bounds;
  return [
    periodPart(bounds),
    typeof days === "number" ? `${amountOf(days, "day")} back at most` : null,
    delayPart(minutes),
    interval && interval !== "day" ? `by ${interval} at the finest` : null,
  ].filter((part) => part !== null);
}

/** The limits, each in words. */
export function limitParts(limits: Limits): ReadonlyArray<string> {
  const upTo = (amount: number | null | undefined, noun: string, what: string) =>
    typeof amount === "number" ? `up to ${amountOf(amount, noun)} ${what}` : null;
  const formats = limits.export_formats.map((format) => fileFormatLabels[format]);
  return [
    upTo(limits.rows_per_response, "row", "an answer"),
    upTo(limits.rows_per_day, "row", "a day"),
    upTo(limits.requests_per_second, "request", "a second"),
    upTo(limits.burst, "request", "at once"),
    upTo(limits.requests_per_day, "request", "a day"),
    upTo(limits.concurrent, "request", "in parallel"),
    formats.length > 0 ? `files as ${listInWords(formats)}` : null,
    upTo(limits.export_rows, "row", "a file"),
  ].filter((part) => part !== null);
}
