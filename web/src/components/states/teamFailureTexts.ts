import type { Failure } from "@/lib/failure";
import { explainFailure, type FailureTexts } from "./failureTexts";

/** Reasons that only changes of teams and invitations give: other pages do not load their texts. */
const byReason: FailureTexts = {
  personal_organization: "This is available in teams only.",
  owner_required: "Only a team owner can do this.",
  last_owner: "A team needs at least one owner. Make another member an owner first.",
  member_not_found: "This person is no longer a member.",
  team_name_refused: "Enter a shorter name without a web address.",
  team_full: "The team has reached its limit of members.",
  too_many_teams: "You have too many organizations. Leave one first.",
  address_unverified: "Your e-mail address is not verified. Sign in by e-mail.",
  domain_refused: "This is not a valid e-mail domain. Enter it as company.com.",
  domain_public:
    "Domains of public e-mail providers, forwarding services and website hosts are not accepted.",
  domain_taken: "Another team has proved this domain.",
  domain_not_claimed: "The domain is no longer claimed. Load the page again.",
  too_many_domain_checks: "The record was checked too often. Try again in a few minutes.",
  invited_address_refused: "This e-mail address cannot be invited.",
  already_member: "A member with this address already exists.",
  already_invited: "This address already has an open invitation. Resend it instead.",
  too_many_invitations: "Too many invitations are open. Revoke one first.",
  too_many_invitation_mails: "Too many invitations. Try again later.",
  invitation_not_sent: "The e-mail could not be sent. Check the address and try again.",
  invitation_not_found: "This invitation is no longer open.",
  invitation_expired: "This invitation has expired. Ask for a new one.",
  invitation_for_another: "This invitation was sent to a different e-mail address.",
};

export function explainTeamFailure(failure: Failure, own: FailureTexts = {}): string {
  return explainFailure(failure, { ...byReason, ...own });
}
