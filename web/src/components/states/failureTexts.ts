import type { Failure } from "@/lib/failure";
import { planList } from "../plans/planNames";

/** Texts by the stable reason that a service gives. */
export type FailureTexts = Readonly<Record<string, string>>;

const byReason: FailureTexts = {
  fresh_sign_in_required: "This change needs a recent sign-in. Sign in again, then repeat it.",
  session_not_found: "This session has already ended.",
  passkey_refused: "The passkey was not accepted. Try again.",
  passkeys_unavailable: "Passkeys require a site with a domain name.",
  user_not_found: "This user no longer exists.",
  last_administrator: "At least one administrator is required.",
  own_account: "Only another administrator can do this.",
  account_deactivated: "This account is deactivated.",
  organization_not_found: "You are no longer a member of this team.",
  download_too_large: "Too many rows for one file. Add a filter.",
  not_redistributable: "Not for redistribution: the licence allows these values on pages only.",
  downloads_busy: "Too many downloads are running. Try again in a few seconds.",
  answer_too_large:
    "The answer is too long. Choose a shorter range, longer intervals or fewer groups.",
  answers_in_flight: "Your other requests are still being answered. Try again in a moment.",
  bodies_busy: "Too many requests are being received. Try again in a moment.",
  busy: "Too many requests are being answered. Try again in a moment.",
  invalid_input: "A value was not accepted. Check it and try again.",
  "access.denied": "Your plan does not include this data.",
  "access.scope": "Your plan includes only a part of this data.",
  "access.format": "Your plan does not include files in this format.",
  "access.rows": "Your plan includes fewer rows in an answer. Choose fewer.",
  "access.export_rows": "Your plan includes fewer rows in a file. Add a filter.",
};

/** By the code of the call, where the reason says no more. */
const byCode: Record<string, string> = {
  UNAUTHORIZED: "Your session has ended. Sign in again to continue.",
  FORBIDDEN: "Your account does not have access to this.",
  NOT_FOUND: "It no longer exists.",
  BAD_REQUEST: "The request was not valid. Reload the page.",
  TOO_MANY_REQUESTS: "Too many requests. Wait a moment and try again.",
  SERVICE_UNAVAILABLE: "Part of the service is unavailable. Try again in a moment.",
  GATEWAY_TIMEOUT: "The server took too long to answer. Try again in a moment.",
  INTERNAL_SERVER_ERROR: "Something went wrong on the server.",
  PARSE_ERROR: "The server's answer could not be read.",
  NETWORK: "The server cannot be reached. Check your connection and try again.",
};

/** The failure in words; some pages have their own for reasons that only they meet, or that mean more there. */
export function explainFailure({ reason, code, plans }: Failure, own: FailureTexts = {}): string {
  const ofReason = reason === null ? undefined : (own[reason] ?? byReason[reason]);
  const text = ofReason ?? byCode[code] ?? "Something went wrong.";
  return plans ? `${text} Included in ${planList(plans)}.` : text;
}
