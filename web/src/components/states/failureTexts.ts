import type { Failure } from "@/lib/failure";

/** By the stable reason a service gives. */
const byReason: Record<string, string> = {
  session_not_found: "This session has already ended.",
  user_not_found: "This user no longer exists.",
  last_administrator: "At least one administrator is required.",
  own_account: "Only another administrator can do this.",
  account_deactivated: "This account is deactivated.",
  organization_not_found: "You are no longer a member of this team.",
  personal_organization: "This is available in teams only.",
  owner_required: "Only a team owner can do this.",
  last_owner: "A team needs at least one owner. Make another member an owner first.",
  member_not_found: "This person is no longer a member.",
  team_name_refused: "Enter a shorter name without a web address.",
  team_full: "The team has reached its limit of members.",
  too_many_teams: "You have too many organizations. Leave one first.",
  address_unverified: "Your e-mail address is not verified. Sign in by e-mail.",
  domain_refused: "This is not a valid e-mail domain. Enter it as company.com.",
  domain_public: "Domains of public e-mail providers are not accepted.",
  domain_taken: "Another team already uses this domain.",
  invited_address_refused: "This e-mail address cannot be invited.",
  already_member: "A member with this address already exists.",
  already_invited: "This address already has an open invitation. Resend it instead.",
  too_many_invitations: "Too many invitations are open. Revoke one first.",
  too_many_invitation_mails: "Too many invitations. Try again later.",
  invitation_not_sent: "The e-mail could not be sent. Check the address and try again.",
  invitation_not_found: "This invitation is no longer open.",
  invitation_expired: "This invitation has expired. Ask for a new one.",
  invitation_for_another: "This invitation was sent to a different e-mail address.",
  download_too_large: "Too many rows for one file. Add a filter.",
  not_redistributable: "Not for redistribution: the licence allows these values on pages only.",
  downloads_busy: "Too many downloads are running. Try again in a few seconds.",
  invalid_input: "A value was not accepted. Check it and try again.",
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

export function explainFailure(failure: Failure): string {
  const text = failure.reason === null ? undefined : byReason[failure.reason];
  return text ?? byCode[failure.code] ?? "Something went wrong.";
}
