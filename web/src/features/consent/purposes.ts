import type { ScriptKind, ThirdPartyScript } from "@/api/installation/thirdParty";

/** The purposes that visitors consent to, one by one. */
export const purposes = ["analytics", "support", "marketing"] as const;

export type Purpose = (typeof purposes)[number];

type Kind = {
  purpose: Purpose;
  /** Its use and the data it receives, for the visitor's decision. */
  does: string;
};

const kinds: Record<ScriptKind, Kind> = {
  tag_manager: {
    purpose: "analytics",
    does: "measures which pages are used. For signed-in users it receives a pseudonymous code instead of your name or address",
  },
  recording: {
    purpose: "analytics",
    does: "records where you click and scroll, with all text and input masked. For signed-in users it receives the same code",
  },
  chat: {
    purpose: "support",
    does: "lets you contact the team of this site. For signed-in users it receives your e-mail address",
  },
  flags: {
    purpose: "support",
    does: "decides which new features are shown to you. For signed-in users it receives the account number and the plan",
  },
  forms: { purpose: "marketing", does: "shows forms for news and events" },
  visitors: { purpose: "marketing", does: "identifies the company that a visit comes from" },
};

export const purposeNames: Record<Purpose, string> = {
  analytics: "Usage analytics",
  support: "Support and new features",
  marketing: "Marketing",
};

export function purposeOf(script: ThirdPartyScript): Purpose {
  return kinds[script.kind].purpose;
}

/** The purposes of these scripts, each once, in their order. */
export function purposesOf(scripts: readonly ThirdPartyScript[]): Purpose[] {
  return purposes.filter((purpose) => scripts.some((script) => purposeOf(script) === purpose));
}

/** The recipients and their data: the beginning of a sentence and the rest of it. */
export function sentenceOf(script: ThirdPartyScript): { host: string; does: string } {
  return { host: new URL(script.src).host, does: `${kinds[script.kind].does}.` };
}

/** Names the service that consent covers: another one has to ask anew. */
export function serviceOf(script: ThirdPartyScript): string {
  return `${script.kind} ${new URL(script.src).origin}`;
}
