import type { ApiKey, KeyOverlap, RevocationReason } from "@/api/contract";

/** The name of the variable in which programs keep a key. */
export const variable = "ASSAY_API_KEY";

/** "ak_live_3fJk29Qz_…x8Qd": the parts of a key by which its owner recognizes it. */
export function maskedKey({ id, is_test, last_four }: ApiKey): string {
  return `ak_${is_test ? "test" : "live"}_${id}_…${last_four}`;
}

/** Why a key was revoked, within a sentence. */
export const revocationTexts: Record<RevocationReason, string> = {
  owner: "by its owner",
  rotated: "replaced by another key",
  leaked: "it was found in public",
  membership_ended: "its owner left the organization",
  organization_removed: "the organization was removed",
  user_erased: "the account was erased",
};

/** How long a replaced key still works, as a choice, and what that means. */
export const overlapTexts: Record<KeyOverlap, { label: string; meaning: string }> = {
  none: {
    label: "No time",
    meaning: "The present key ends now: programs are refused until they have the new one.",
  },
  hour: { label: "1 hour", meaning: "Both keys work for one hour. Then the present key ends." },
  day: { label: "24 hours", meaning: "Both keys work for 24 hours. Then the present key ends." },
  week: { label: "7 days", meaning: "Both keys work for 7 days. Then the present key ends." },
};
