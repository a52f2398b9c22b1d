import type { ApiKey, RevocationReason } from "@/api/contract";

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
  administrator: "by an administrator",
};
