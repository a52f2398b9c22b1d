import { describeFailure } from "@/api/failures";
import { explainFailure, type FailureTexts } from "@/components/states/failureTexts";
import type { Failure } from "@/lib/failure";

/** The refusals of keys in words for their owner. */
const refusals: FailureTexts = {
  record_changed:
    "This key was changed meanwhile. Check its present state, then repeat the change.",
  api_key_not_found: "This key no longer exists.",
  key_ended: "This key has expired or was revoked. Create another one.",
  key_replaced:
    "This key was replaced by another one. It can be revoked, but it is not replaced again and does not last longer.",
  key_disabled_by_administrator:
    "An administrator disabled this key. Only an administrator enables it again.",
  limit_reached: "The limit of keys is reached. Revoke one that no program needs first.",
  owner_required: "Only owners of the organization manage its keys.",
  membership_required: "You are no longer a member of this organization.",
  organization_removed: "This organization was removed.",
  input_invalid: "A value was not accepted. Check it and try again.",
};

export function explainKeyFailure(failure: Failure): string {
  return explainFailure(failure, refusals);
}

/** Why a change of a key failed, in words. */
export function explainKeyError(error: unknown): string {
  return explainKeyFailure(describeFailure(error));
}
