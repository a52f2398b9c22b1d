import type { AccessAuditEntry, ActionAtEndpoint, FileFormat } from "@/api/contract";
import { counted, needsText } from "./decisionTexts";

/** Equal calls of an entry, as the history keeps them. */
type AuditedCalls = {
  needs: ActionAtEndpoint[];
  export_format: FileFormat | null;
  refusal: string | null;
  calls: number;
};

const refusals: Readonly<Record<string, string>> = {
  "access.denied": "no policy allows it",
  "access.scope": "only a part of the data is allowed",
  "access.format": "the plan does not include the format",
};

function parsed(text: string): AuditedCalls | null {
  try {
    return JSON.parse(text) as AuditedCalls;
  } catch {
    return null;
  }
}

function valuesOf(entry: AccessAuditEntry, field: string): ReadonlyArray<string> {
  return entry.changes.find((change) => change.field === field)?.after ?? [];
}

type CallLine = { calls: string; reason: string | null };

/** The calls of an entry in words: "List assets: 12 calls", and why they were refused. */
export function callLines(entry: AccessAuditEntry): ReadonlyArray<CallLine> {
  return valuesOf(entry, "calls").map((value) => {
    const found = parsed(value);
    // The history cuts long values.
    if (!found) return { calls: "Further calls, which the history does not list", reason: null };
    const { needs, export_format, refusal, calls } = found;
    return {
      calls: `${needsText(needs, export_format)}: ${counted(calls, "call")}`,
      reason: refusal && (refusals[refusal] ?? refusal),
    };
  });
}

/** The minute of the calls, as an instant. */
export function minuteOf(entry: AccessAuditEntry): string {
  return valuesOf(entry, "minute")[0] ?? entry.made_at;
}
