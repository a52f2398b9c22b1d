import type { Failure } from "@/lib/failure";

/** By the stable reason a service gives. */
const byReason: Record<string, string> = {
  session_not_found: "This session has ended already.",
  user_not_found: "This user does not exist any more.",
  last_administrator: "The last administrator has to stay one.",
  own_account: "Nobody does this to their own account. Another administrator can.",
  account_deactivated: "This account is deactivated.",
  organization_not_found: "You are not a member of this team any more.",
  personal_organization: "This works in teams only, not in your personal organization.",
  owner_required: "Only an owner of the team may do this.",
  last_owner: "The team needs an owner. Make somebody else an owner first.",
  member_not_found: "This person is not a member any more.",
  team_name_refused: "Choose a name of 1 to 80 characters without a web address in it.",
  team_full: "The team has 500 members, which is the most a team may have.",
  too_many_teams: "You belong to 50 organizations already. Leave one first.",
  address_unverified: "Your e-mail address is not verified. Sign in once with a mailed link.",
  domain_refused: "This is not the domain of e-mail addresses. Write it as company.com.",
  domain_public: "Anybody can have an address at your mail provider, so it cannot open a team.",
  domain_taken: "Another team is open to this domain already.",
  invited_address_refused: "This is not an e-mail address that can be invited.",
  already_member: "Somebody with this address is a member already.",
  already_invited: "This address has an open invitation. Send it again instead.",
  too_many_invitations: "50 invitations are open. Revoke one, or wait for an answer.",
  too_many_invitation_mails: "Too many invitations were sent. Try again in a quarter of an hour.",
  invitation_not_sent: "The mail could not be sent. Check the address and try again.",
  invitation_not_found: "This invitation was answered, replaced by a newer one, or revoked.",
  invitation_expired: "This invitation has expired. Ask for a new one.",
  invitation_for_another: "This invitation was sent to another e-mail address.",
  download_too_large: "A CSV has up to 250,000 rows, Parquet a million. Add a condition.",
  downloads_busy: "Many files are being written at the moment. Try again in a few seconds.",
  invalid_input: "A value was not accepted. Check it and try again.",
};

/** By the code of the call, where the reason says no more. */
const byCode: Record<string, string> = {
  UNAUTHORIZED: "Your session has ended. Sign in again to continue.",
  FORBIDDEN: "Your account may not see this.",
  NOT_FOUND: "It does not exist any more.",
  BAD_REQUEST: "The request was not understood. Reload the page and try again.",
  TOO_MANY_REQUESTS: "Too many requests. Wait a moment and try again.",
  SERVICE_UNAVAILABLE:
    "A part of the service is not available. It recovers by itself; try again in a moment.",
  GATEWAY_TIMEOUT: "The server took too long to answer. Try again in a moment.",
  INTERNAL_SERVER_ERROR: "Something went wrong on the server.",
  PARSE_ERROR: "The server's answer could not be read.",
  NETWORK: "The server cannot be reached. Check your connection and try again.",
};

export function explainFailure(failure: Failure): string {
  const text = failure.reason === null ? undefined : byReason[failure.reason];
  return text ?? byCode[failure.code] ?? "Something went wrong.";
}
