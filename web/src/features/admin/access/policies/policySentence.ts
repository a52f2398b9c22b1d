import { endpointLabels, fileFormatLabels } from "@/api/accessWords";
import type { Condition, Dimension, Fields, Limits, PolicyInput, TimeBounds } from "@/api/contract";
import { formatCountFull } from "@/lib/format";
import { amountOf, endpointNoun, listInWords, prepositionOf, verbOf } from "./policyWording";

/** The parts of a policy that its sentence speaks of. */
export type PolicyTerms = Pick<
  PolicyInput,
  "effect" | "actions" | "endpoints" | "where" | "fields" | "time" | "limits"
>;

/** The name of the record, or of the choice, with an id in a dimension. */
export type NameOf = (dimension: Dimension, id: number) => string;

/** The most values of a condition that are named. */
const mostNames = 5;

/**
 * A policy as a sentence about a subject, such as a role: "Premium Treasuries may list, read and export assets and time
 * series of U.S. Treasuries, up to 50,000 rows an answer".
 */
export function policySentence(policy: PolicyTerms, subject: string, nameOf: NameOf): string {
  const { effect, actions, where = [], fields, time, limits } = policy;
  const isDenial = effect === "deny";
  const verbs = listInWords(actions.map(verbOf), isDenial ? "or" : "and");
  const head = `${subject} ${isDenial ? "may not" : "may"} ${verbs} `;
  const records = fieldsPart(fields, isDenial) + recordsPart(policy);
  const conditions = where.map((condition) => conditionPart(condition, nameOf)).join("");
  return [head + records + conditions, ...daysParts(time), ...limitParts(limits)].join(", ");
}

function recordsPart({ endpoints }: PolicyTerms): string {
  if (endpoints.length === Object.keys(endpointLabels).length) return "all data";
  return listInWords(endpoints.map(endpointNoun));
}

function fieldsPart({ mode, names: fields }: Fields, isDenial: boolean): string {
  if (mode === "all") return "";
  const names = listInWords(fields);
  if (mode === "except") return `all fields except ${names} of `;
  return isDenial ? `the fields ${names} of ` : `only the fields ${names} of `;
}

/** A condition after the records that it restricts: "on Ethereum and Base". */
function conditionPart({ dimension, operator, ids }: Condition, nameOf: NameOf): string {
  const names = ids.slice(0, mostNames).map((id) => nameOf(dimension, id));
  const unnamed = ids.length - names.length;
  if (unnamed > 0) names.push(`${formatCountFull(unnamed)} more`);
  const values = `${prepositionOf(dimension)} ${listInWords(names)}`;
  return operator === "not_in" ? ` except those ${values}` : ` ${values}`;
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
