import { endpointLabels, fileFormatLabels } from "@/api/accessWords";
import type { Limits, PlanPart, PlanTerms, TimeBounds } from "@/api/contract";
import { formatCountFull, formatDay } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { conditionsPart, type NameOf, recordsPart } from "@/records/scopes/scopeSentence";
import { amountOf, listInWords } from "@/records/scopes/wording";

type Amount = number | null | undefined;

function amountText(amount: Amount): string {
  return typeof amount === "number" ? formatCountFull(amount) : "No limit";
}

/** The days whose values a part has. */
export function historyText({ from, to, max_days_back: days }: TimeBounds): string {
  const period = [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`]
    .filter(Boolean)
    .join(" ");
  if (typeof days === "number") return [`Last ${amountOf(days, "day")}`, period].join(" ").trim();
  return period === "" ? "All" : choiceLabel(period);
}

/** The age of the newest value. */
export function delayText({ min_lag_minutes: minutes }: TimeBounds): string {
  if (!minutes) return "None";
  return minutes % 60 === 0 ? amountOf(minutes / 60, "hour") : amountOf(minutes, "minute");
}

export function answerRowsText({ rows_per_response }: Limits): string {
  return amountText(rows_per_response);
}

/** The formats of files and their rows: "CSV, up to 5,000 rows". */
export function exportText({ actions, limits }: PlanPart): string {
  if (!actions.includes("export")) return "None";
  const formats = limits.export_formats.map((format) => fileFormatLabels[format]);
  const kinds = formats.length === 0 ? "All formats" : listInWords(formats);
  const { export_rows: rows } = limits;
  return typeof rows === "number" ? `${kinds}, up to ${amountOf(rows, "row")}` : kinds;
}

/** The requests of programs: "50 a second, up to 3,000 at once". */
export function rateText({ requests_per_second: rate, burst }: Limits): string {
  if (typeof rate !== "number") return "No limit";
  const steady = `${formatCountFull(rate)} a second`;
  return typeof burst === "number" ? `${steady}, up to ${formatCountFull(burst)} at once` : steady;
}

export function dayText({ requests_per_day }: Limits): string {
  return amountText(requests_per_day);
}

/** The records and measures of a part: "Time series of the measure Price". */
export function dataText({ effect, endpoints, where, fields }: PlanPart, nameOf: NameOf): string {
  const records = choiceLabel(recordsPart(endpoints) + conditionsPart(where, nameOf));
  const words = fields.mode === "except" ? "without the fields" : "only the fields";
  const named = fields.mode === "all" ? "" : `, ${words} ${listInWords(fields.names)}`;
  return effect === "deny" ? `Not included: ${records}${named}` : records + named;
}

/** Whether a part has all records with all their values. */
function isWhole({ effect, endpoints, where, fields, time }: PlanPart): boolean {
  return (
    effect === "allow" &&
    endpoints.length === Object.keys(endpointLabels).length &&
    where.length === 0 &&
    fields.mode === "all" &&
    Object.values(time).every((bound) => bound === null || bound === undefined)
  );
}

/** Whether every plan has all data, so that plans differ in limits alone. */
export function isOpenSet(plans: ReadonlyArray<PlanTerms>): boolean {
  return plans.every(
    ({ parts }) => parts.some(isWhole) && parts.every((part) => part.effect === "allow"),
  );
}
