//! Teams: members, invitations, domains, and which organization the caller works in.

use std::time::Duration;

use kit::error::Problem;
use kit::text_lengths::LONGEST_EMAIL;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, CheckTeamDomainRequest,
    CheckTeamDomainResponse, ClaimTeamDomainRequest, ClaimTeamDomainResponse, CreateTeamRequest,
    CreateTeamResponse, DeclineInvitationRequest, DeclineInvitationResponse,
    DismissTeamOfferRequest, DismissTeamOfferResponse, GetInvitationRequest, GetInvitationResponse,
    GetTeamDomainRequest, GetTeamDomainResponse, InviteToTeamRequest, InviteToTeamResponse,
    JoinTeamRequest, JoinTeamResponse, LeaveTeamRequest, LeaveTeamResponse,
    ListTeamInvitationsRequest, ListTeamInvitationsResponse, ListTeamMembersRequest,
    ListTeamMembersResponse, ListTeamOffersRequest, ListTeamOffersResponse, MembershipRole,
    RemoveTeamMemberRequest, RemoveTeamMemberResponse, RenameTeamRequest, RenameTeamResponse,
    ResendTeamInvitationRequest, ResendTeamInvitationResponse, RevokeTeamInvitationRequest,
    RevokeTeamInvitationResponse, SetTeamMemberRoleRequest, SetTeamMemberRoleResponse,
    SwitchOrganizationRequest, SwitchOrganizationResponse, WithdrawTeamDomainRequest,
    WithdrawTeamDomainResponse,
};
use serde::Deserialize;
use tonic::Response;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::limits::MAIL_DEADLINE;
use crate::call::registry::Registry;
use crate::upstream::Channel;

const LONGEST_TOKEN: usize = 200;
/// For calls that wait for a DNS server.
const DNS_DEADLINE: Duration = Duration::from_secs(5);

/// A team by its name.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTeam {
    name: String,
}

/// One of the caller's organizations.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TeamId {
    organization_id: String,
}

/// Another name for a team.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TeamName {
    organization_id: String,
    name: String,
}

/// The domain that a team claims.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TeamDomain {
    organization_id: String,
    domain: String,
}

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TeamMemberId {
    organization_id: String,
    user_id: String,
}

/// Another role for a member.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MemberRole {
    organization_id: String,
    user_id: String,
    role: MembershipRole,
}

/// An invitation to a team.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    organization_id: String,
    email: String,
    role: MembershipRole,
}

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TeamInvitationId {
    organization_id: String,
    id: String,
}

/// The secret of a mailed link.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct InvitationLink {
    token: String,
}

/// The invitation to answer: of a mailed link, or one that was offered.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct InvitationAnswer {
    #[serde(default)]
    #[ts(optional = nullable)]
    token: Option<String>,
    #[serde(default)]
    #[ts(optional = nullable)]
    id: Option<String>,
}

impl InvitationAnswer {
    fn check(&self) -> Result<(), Problem> {
        fields::line("token", self.token.as_deref().unwrap_or_default(), LONGEST_TOKEN)?;
        self.id.as_deref().map_or(Ok(()), |id| fields::id("id", id))
    }
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.mutation("teams.create", Access::Member).answer(create);
    registry.mutation("teams.switch", Access::Member).answer(switch);
    registry.mutation("teams.rename", Access::Member).answer(rename);
    registry.query("teams.domain", Access::Member).answer(domain);
    registry.mutation("teams.claimDomain", Access::FRESH_MEMBERS).answer(claim_domain);
    registry
        .mutation("teams.checkDomain", Access::FRESH_MEMBERS)
        .within(DNS_DEADLINE)
        .answer(check_domain);
    registry.mutation("teams.withdrawDomain", Access::FRESH_MEMBERS).answer(withdraw_domain);
    registry.query("teams.members", Access::Member).answer(members);
    registry.mutation("teams.setRole", Access::FRESH_MEMBERS).answer(set_role);
    registry.mutation("teams.removeMember", Access::FRESH_MEMBERS).answer(remove_member);
    registry.mutation("teams.leave", Access::Member).answer(leave);
    registry.query("teams.invitations", Access::Member).answer(invitations);
    registry.mutation("teams.invite", Access::FRESH_MEMBERS).within(MAIL_DEADLINE).answer(invite);
    registry.mutation("teams.resend", Access::FRESH_MEMBERS).within(MAIL_DEADLINE).answer(resend);
    registry.mutation("teams.revoke", Access::Member).answer(revoke);
    registry.query("teams.offers", Access::Member).answer(offers);
    registry.query("teams.invitation", Access::Member).answer(invitation);
    registry.mutation("teams.accept", Access::Member).answer(accept);
    registry.mutation("teams.decline", Access::Member).answer(decline);
    registry.mutation("teams.join", Access::Member).answer(join);
    registry.mutation("teams.dismiss", Access::Member).answer(dismiss);
}

/// The identity service, and the id of the caller.
fn identity(context: &CallContext) -> Result<(IdentityClient<Channel>, String), Problem> {
    Ok((context.upstream.identity.clone(), context.member()?.user.id.clone()))
}

/// Returns the answer, and discards the cached session of the user.
fn finish_change<T>(context: &CallContext, user_id: &str, answer: Response<T>) -> T {
    context.user_changed(user_id);
    answer.into_inner()
}

fn team(id: String) -> Result<String, Problem> {
    fields::id("organization_id", &id)?;
    Ok(id)
}

async fn create(context: CallContext, input: NewTeam) -> Result<CreateTeamResponse, Problem> {
    fields::line("name", &input.name, fields::LONGEST_LINE)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = CreateTeamRequest { name: input.name };
    Ok(finish_change(&context, &user_id, identity.create_team(request).await?))
}

async fn switch(
    context: CallContext,
    input: TeamId,
) -> Result<SwitchOrganizationResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = SwitchOrganizationRequest { organization_id };
    Ok(finish_change(&context, &user_id, identity.switch_organization(request).await?))
}

async fn rename(context: CallContext, input: TeamName) -> Result<RenameTeamResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    fields::line("name", &input.name, fields::LONGEST_LINE)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = RenameTeamRequest { organization_id, name: input.name };
    Ok(finish_change(&context, &user_id, identity.rename_team(request).await?))
}

async fn domain(context: CallContext, input: TeamId) -> Result<GetTeamDomainResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let mut identity = context.upstream.identity.clone();
    let request = GetTeamDomainRequest { organization_id };
    Ok(identity.get_team_domain(request).await?.into_inner())
}

// A claim, a check and a withdrawal may change the domain of the active organization.
async fn claim_domain(
    context: CallContext,
    input: TeamDomain,
) -> Result<ClaimTeamDomainResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    fields::line("domain", &input.domain, LONGEST_EMAIL)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = ClaimTeamDomainRequest { organization_id, domain: input.domain };
    Ok(finish_change(&context, &user_id, identity.claim_team_domain(request).await?))
}

async fn check_domain(
    context: CallContext,
    input: TeamId,
) -> Result<CheckTeamDomainResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = CheckTeamDomainRequest { organization_id };
    Ok(finish_change(&context, &user_id, identity.check_team_domain(request).await?))
}

async fn withdraw_domain(
    context: CallContext,
    input: TeamId,
) -> Result<WithdrawTeamDomainResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = WithdrawTeamDomainRequest { organization_id };
    Ok(finish_change(&context, &user_id, identity.withdraw_team_domain(request).await?))
}

async fn members(context: CallContext, input: TeamId) -> Result<ListTeamMembersResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let mut identity = context.upstream.identity.clone();
    let request = ListTeamMembersRequest { organization_id };
    Ok(identity.list_team_members(request).await?.into_inner())
}

async fn set_role(
    context: CallContext,
    input: MemberRole,
) -> Result<SetTeamMemberRoleResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    fields::id("user_id", &input.user_id)?;
    let mut identity = context.upstream.identity.clone();
    let member_id = input.user_id.clone();
    let role = input.role.into();
    let request = SetTeamMemberRoleRequest { organization_id, member_id, role };
    Ok(finish_change(&context, &input.user_id, identity.set_team_member_role(request).await?))
}

async fn remove_member(
    context: CallContext,
    input: TeamMemberId,
) -> Result<RemoveTeamMemberResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    fields::id("user_id", &input.user_id)?;
    let mut identity = context.upstream.identity.clone();
    let member_id = input.user_id.clone();
    let request = RemoveTeamMemberRequest { organization_id, member_id };
    Ok(finish_change(&context, &input.user_id, identity.remove_team_member(request).await?))
}

async fn leave(context: CallContext, input: TeamId) -> Result<LeaveTeamResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = LeaveTeamRequest { organization_id };
    Ok(finish_change(&context, &user_id, identity.leave_team(request).await?))
}

async fn invitations(
    context: CallContext,
    input: TeamId,
) -> Result<ListTeamInvitationsResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let mut identity = context.upstream.identity.clone();
    let request = ListTeamInvitationsRequest { organization_id };
    Ok(identity.list_team_invitations(request).await?.into_inner())
}

async fn invite(
    context: CallContext,
    input: NewInvitation,
) -> Result<InviteToTeamResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    fields::line("email", &input.email, LONGEST_EMAIL)?;
    let mut identity = context.upstream.identity.clone();
    let role = input.role.into();
    let request = InviteToTeamRequest { organization_id, email: input.email, role };
    Ok(identity.invite_to_team(request).await?.into_inner())
}

async fn resend(
    context: CallContext,
    input: TeamInvitationId,
) -> Result<ResendTeamInvitationResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    fields::id("id", &input.id)?;
    let mut identity = context.upstream.identity.clone();
    let request = ResendTeamInvitationRequest { organization_id, id: input.id };
    Ok(identity.resend_team_invitation(request).await?.into_inner())
}

async fn revoke(
    context: CallContext,
    input: TeamInvitationId,
) -> Result<RevokeTeamInvitationResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    fields::id("id", &input.id)?;
    let mut identity = context.upstream.identity.clone();
    let request = RevokeTeamInvitationRequest { organization_id, id: input.id };
    Ok(identity.revoke_team_invitation(request).await?.into_inner())
}

async fn offers(context: CallContext, (): ()) -> Result<ListTeamOffersResponse, Problem> {
    let mut identity = context.upstream.identity.clone();
    Ok(identity.list_team_offers(ListTeamOffersRequest {}).await?.into_inner())
}

async fn invitation(
    context: CallContext,
    input: InvitationLink,
) -> Result<GetInvitationResponse, Problem> {
    fields::line("token", &input.token, LONGEST_TOKEN)?;
    let mut identity = context.upstream.identity.clone();
    let request = GetInvitationRequest { token: input.token };
    Ok(identity.get_invitation(request).await?.into_inner())
}

async fn accept(
    context: CallContext,
    input: InvitationAnswer,
) -> Result<AcceptInvitationResponse, Problem> {
    input.check()?;
    let (mut identity, user_id) = identity(&context)?;
    let InvitationAnswer { token, id } = input;
    let request = AcceptInvitationRequest { token, id };
    Ok(finish_change(&context, &user_id, identity.accept_invitation(request).await?))
}

async fn decline(
    context: CallContext,
    input: InvitationAnswer,
) -> Result<DeclineInvitationResponse, Problem> {
    input.check()?;
    let mut identity = context.upstream.identity.clone();
    let InvitationAnswer { token, id } = input;
    let request = DeclineInvitationRequest { token, id };
    Ok(identity.decline_invitation(request).await?.into_inner())
}

async fn join(context: CallContext, input: TeamId) -> Result<JoinTeamResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let (mut identity, user_id) = identity(&context)?;
    let request = JoinTeamRequest { organization_id };
    Ok(finish_change(&context, &user_id, identity.join_team(request).await?))
}

async fn dismiss(context: CallContext, input: TeamId) -> Result<DismissTeamOfferResponse, Problem> {
    let organization_id = team(input.organization_id)?;
    let mut identity = context.upstream.identity.clone();
    let request = DismissTeamOfferRequest { organization_id };
    Ok(identity.dismiss_team_offer(request).await?.into_inner())
}
