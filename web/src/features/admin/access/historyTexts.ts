import { actionLabels, endpointLabels } from "@/api/accessWords";
import type { Action, Condition, Endpoint, Fields, Limits, TimeBounds } from "@/api/contract";
import { formatInstant } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { conditionText, type NameOf } from "@/records/scopes/scopeSentence";
import { listInWords } from "@/records/scopes/wording";
import { daysParts, limitParts } from "./policies/policySentence";

const fieldLabels: Readonly<Record<string, string>> = {
  where: "Condition",
  time: "Days",
  limit_overrides: "Own limits",
  starts_at: "Starts",
  expires_at: "Ends",
  ip_cidrs: "Networks of callers",
};

/** Fields that say which record it is, as the page does. */
const leftOut = new Set(["role_id", "policy_id", "managed", "kind"]);

export function isShown(field: string): boolean {
  return !leftOut.has(field);
}

export function fieldLabel(field: string): string {
  return fieldLabels[field] ?? choiceLabel(field);
}

/** A value that is kept as JSON; null if it was shortened. */
function parsed<Value>(text: string): Value | null {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return null;
  }
}

export function fieldsText({ mode, names }: Fields): string {
  if (mode === "all") return "All";
  return mode === "only" ? `Only ${listInWords(names)}` : `All except ${listInWords(names)}`;
}

function parts(words: ReadonlyArray<string>): string {
  const text = words.join(", ");
  return text === "" ? "None" : choiceLabel(text);
}

/** The conditions that a value names; none if it is another one. */
export function conditionsIn(field: string, values: ReadonlyArray<string>): Condition[] {
  return field === "where"
    ? values.map((value) => parsed<Condition>(value)).filter((found) => found !== null)
    : [];
}

/** A value of a field in words: the history keeps the forms of programs. */
export function historyValue(field: string, value: string, nameOf: NameOf): string {
  switch (field) {
    case "actions":
      return actionLabels[value as Action] ?? value;
    case "endpoints":
      return endpointLabels[value as Endpoint] ?? value;
    case "status":
    case "effect":
      return choiceLabel(value);
    case "starts_at":
    case "expires_at":
      return formatInstant(value);
    case "where": {
      const condition = parsed<Condition>(value);
      return condition ? conditionText(condition, nameOf) : value;
    }
    case "fields": {
      const fields = parsed<Fields>(value);
      return fields ? fieldsText(fields) : value;
    }
    case "time": {
      const days = parsed<TimeBounds>(value);
      return days ? parts(daysParts(days)) : value;
    }
    case "limits":
    case "limit_overrides": {
      const limits = parsed<Limits>(value);
      return limits ? parts(limitParts(limits)) : value;
    }
    default:
      return value;
  }
}
