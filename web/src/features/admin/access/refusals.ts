import { explainFailure, type FailureTexts } from "@/components/states/failureTexts";
import type { Failure } from "@/lib/failure";

/** The refusals of roles and policies in words for an administrator. */
const refusals: FailureTexts = {
  record_changed:
    "Another administrator saved this record meanwhile. Reload the page to see the changes.",
  record_managed: "This belongs to the policy set of the installation and cannot be edited.",
  name_reserved: "Names that begin with “plan.” or “internal.” are reserved. Choose another name.",
  name_taken: "This name is already in use. Choose another name.",
  own_roles: "You cannot change your own roles. Another administrator can.",
  escalation: "You cannot give others more access than you have.",
  denial_weakened: "Only a super administrator can weaken a denial.",
  super_administrator_required:
    "Only a super administrator can appoint or dismiss super administrators.",
  role_disabled: "The role is disabled. Enable it first.",
  role_already_held: "The role is already held here. Change its dates instead.",
  policy_already_assigned: "The role has this policy already. Edit that assignment instead.",
  policy_archived: "The policy is archived and cannot be changed.",
  policy_not_draft: "A policy that was active can be archived, but not deleted.",
  policy_was_active: "A policy that was active cannot become a draft again. Archive it instead.",
  policy_assigned: "The draft is assigned to a role. Remove the assignment first.",
  user_erased: "This account was erased.",
  organization_removed: "This organization was removed.",
  key_ended: "This key has expired or was revoked meanwhile.",
  limit_reached: "The limit of such records is reached. Remove those that are not needed first.",
  input_invalid: "A value was not accepted. Check it and try again.",
};

/** Why a change of roles or policies failed, in words. */
export function explainAccessFailure(failure: Failure): string {
  if (failure.reason?.endsWith("_not_found")) return "This record no longer exists.";
  return explainFailure(failure, refusals);
}
