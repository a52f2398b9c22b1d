import { longestPasskeyName, mostDailyExports, mostPasskeys } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { explainFailure, type FailureTexts } from "@/components/states/failureTexts";

/** The refusals of identity in words for the owner of an account. */
const refusals: FailureTexts = {
  account_unverified:
    "Your e-mail address is not verified. Sign in with an e-mail link once before you remove the last account.",
  linked_account_not_found: "This account is no longer linked.",
  passkey_not_found: "This passkey no longer exists.",
  passkey_name_refused: `This name cannot be used. Enter up to ${longestPasskeyName} characters.`,
  passkey_notice_not_sent:
    "The passkey was not added because the notice could not be sent by e-mail. Try again later.",
  passkey_required: "The second factor requires a passkey. Add one first.",
  too_many_passkeys: `You have reached the limit of ${mostPasskeys} passkeys. Remove one first.`,
  team_not_handed_over: "Make another member an owner of each team that you alone own first.",
  erasure_notice_not_sent: "The e-mail could not be sent, so the account stays. Try again later.",
  export_running: "An export is running already.",
  too_many_exports: `You started ${mostDailyExports} exports within a day. Try again tomorrow.`,
  export_not_found: "This export is no longer available.",
};

/** Why a change of the own account failed. */
export function explainRefusal(error: unknown): string {
  return explainFailure(describeFailure(error), refusals);
}

/** Why a passkey was not removed; a second factor that the installation requires cannot be turned off. */
export function explainPasskeyRemoval(error: unknown, requiredByInstallation: boolean): string {
  const passkeyRequired = requiredByInstallation
    ? "This installation requires a passkey of administrators. Add another passkey before you remove this one."
    : "Your sign-ins require a passkey. Before you remove the last one, add another or turn off “Require a passkey”.";
  return explainFailure(describeFailure(error), { ...refusals, passkey_required: passkeyRequired });
}
