import {
  actionLabels,
  dimensionLabels,
  endpointLabels,
  visiblePartMeanings,
} from "@/api/accessWords";
import type {
  AccessDecision,
  Action,
  Dimension,
  Effect,
  Endpoint,
  Exclusion,
  Permission,
  PermittedRole,
} from "@/api/contract";
import { formatCountFull } from "@/lib/format";
import type { NameOf } from "@/records/scopes/scopeSentence";
import { amountOf, listInWords } from "@/records/scopes/wording";
import { noDays, noLimits } from "../policies/policyParts";
import { type PolicyTerms, policySentence } from "../policies/policySentence";

export type CalledAction = { action: Action; endpoint: Endpoint };

const denialReasons: Readonly<Record<string, string>> = {
  "policy.not_allowed": "No policy of the caller allows this action at this endpoint.",
  "policy.denied": "A policy denies this action at this endpoint for all records.",
  "policy.nothing_left": "Denials take away everything that the policies of the caller allow.",
  "policy.ceiling": "The scopes of the API key include nothing of this call.",
  "principal.key_refused": "The API key is refused, whatever its policies allow.",
  "policy.too_many_permissions":
    "The policies of the caller have too many different permissions to be evaluated.",
};

/** The verdict and its cause: "Allowed. Everything selected is visible." */
export function decisionText(explanation: AccessDecision): string {
  const { is_allowed, denial_reason, visibility } = explanation;
  if (is_allowed) return visibility ? `${visiblePartMeanings[visibility]}.` : "";
  return denialReasons[denial_reason ?? ""] ?? `Reason: ${denial_reason ?? "unknown"}.`;
}

/** The causes that hide some of the selection: "Narrowed by asset class and the days." */
export function narrowingText(explanation: AccessDecision): string | null {
  const { narrowed_by, is_narrowed_by_days, is_narrowed_by_interval } = explanation;
  const causes = [
    ...narrowed_by.map((dimension: Dimension) => dimensionLabels[dimension].toLowerCase()),
    ...(is_narrowed_by_days ? ["the days"] : []),
    ...(is_narrowed_by_interval ? ["the interval"] : []),
  ];
  return causes.length === 0 ? null : `Narrowed by ${listInWords(causes)}.`;
}

function sentenceOf(effect: Effect, call: CalledAction, rest: Partial<PolicyTerms>, names: NameOf) {
  const terms: PolicyTerms = {
    effect,
    actions: [call.action],
    endpoints: [call.endpoint],
    where: [],
    fields: { mode: "all", names: [] },
    time: noDays,
    limits: noLimits,
    ...rest,
  };
  return `${policySentence(terms, "The caller", names)}.`;
}

/** "The caller may list assets of U.S. Treasuries, 30 days back at most." */
export function permissionSentence(permission: Permission, call: CalledAction, names: NameOf) {
  return sentenceOf("allow", call, permission, names);
}

/** "The caller may not list assets on Ethereum." */
export function exclusionSentence(exclusion: Exclusion, call: CalledAction, names: NameOf) {
  return sentenceOf("deny", call, exclusion, names);
}

/** "List · Asset time series" */
export function callText({ action, endpoint }: CalledAction): string {
  return `${actionLabels[action]} · ${endpointLabels[endpoint]}`;
}

/** The holders of a role: "412 users and 3 organizations". */
export function holdersText({ users, organizations }: PermittedRole): string {
  return `${amountOf(users, "user")} and ${amountOf(organizations, "organization")}`;
}

/** The number of roles that allow a call, in a sentence. */
export function permittedText(roles: ReadonlyArray<PermittedRole>): string {
  if (roles.length === 0) return "No role allows this.";
  if (roles.length === 1) return "1 role allows this.";
  return `${formatCountFull(roles.length)} roles allow this.`;
}
