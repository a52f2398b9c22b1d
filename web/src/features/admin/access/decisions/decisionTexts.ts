import { fileFormatLabels } from "@/api/accessWords";
import type { ActionAtEndpoint, DecisionOutcome, FileFormat } from "@/api/contract";
import { formatCountFull } from "@/lib/format";
import { endpointNoun, listInWords, verbOf } from "@/records/scopes/wording";

export const outcomeLabels: Record<DecisionOutcome, string> = {
  allowed: "Allowed",
  narrowed: "Narrowed",
  refused: "Refused",
};

/** The colours of the outcomes in bars. */
export const outcomeTones: Record<DecisionOutcome, string> = {
  allowed: "bg-cat-1",
  narrowed: "bg-warn-mark",
  refused: "bg-neg-mark",
};

export function counted(count: number, one: string): string {
  return `${formatCountFull(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** The permissions that a call needs: "List assets", "Chart time series", "Export tokens as CSV". */
export function needsText(
  needs: ReadonlyArray<ActionAtEndpoint>,
  format: FileFormat | null,
): string {
  const parts = needs.map(({ action, endpoint }) => {
    return `${verbOf(action)} ${endpointNoun(endpoint)}`;
  });
  const text = listInWords(parts);
  const whole = format === null ? text : `${text} as ${fileFormatLabels[format]}`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
