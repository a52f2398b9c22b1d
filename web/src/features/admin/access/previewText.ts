import { actionLabels, endpointLabels } from "@/api/accessWords";
import type { ActionAtEndpoint, Preview } from "@/api/contract";
import { formatCountFull } from "@/lib/format";
import { listInWords } from "@/records/scopes/wording";
import { pluralize } from "../adminLabels";

function counted(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${formatCountFull(count)} ${one}s`;
}

/** "export on tokens and assets, list on loans"; "nothing" where there is none. */
function actionsInWords(found: ReadonlyArray<ActionAtEndpoint>): string {
  const actions = [...new Set(found.map(({ action }) => action))];
  const parts = actions.map((action) => {
    const places = found.filter((each) => each.action === action);
    const endpoints = places.map(({ endpoint }) => endpointLabels[endpoint].toLowerCase());
    return `${actionLabels[action].toLowerCase()} on ${listInWords(endpoints)}`;
  });
  return parts.join(", ") || "nothing";
}

/** The effect of a change: "Affects 412 users and 3 organizations; adds export on tokens; removes nothing." */
export function previewText({ roles, users, organizations, adds, removes }: Preview): string {
  if (roles === 0) return "Changes the access of nobody.";
  const holders = [
    users > 0 ? counted(users, "user") : null,
    organizations > 0 ? counted(organizations, "organization") : null,
  ].filter((part) => part !== null);
  const affected =
    holders.length > 0
      ? `Affects ${listInWords(holders)}`
      : `Affects ${pluralize(roles, "role")} that nobody holds yet`;
  return `${affected}; adds ${actionsInWords(adds)}; removes ${actionsInWords(removes)}.`;
}
