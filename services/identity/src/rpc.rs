//! The calls of identity, one line each.

use std::sync::Arc;
use std::time::Duration;

use kit::error::Problem;
use proto::identity::v1::identity_server::Identity;
use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, CreateTeamRequest, CreateTeamResponse,
    DeclineInvitationRequest, DeclineInvitationResponse, EndSessionRequest, EndSessionResponse,
    FinishEmailSignInRequest, FinishOidcSignInRequest, GetInvitationRequest, GetInvitationResponse,
    InviteToTeamRequest, InviteToTeamResponse, JoinTeamRequest, JoinTeamResponse, LeaveTeamRequest,
    LeaveTeamResponse, ListProvidersRequest, ListProvidersResponse, ListSessionsRequest,
    ListSessionsResponse, ListTeamInvitationsRequest, ListTeamInvitationsResponse,
    ListTeamMembersRequest, ListTeamMembersResponse, ListTeamOffersRequest, ListTeamOffersResponse,
    Provider, ProviderType, RemoveTeamMemberRequest, RemoveTeamMemberResponse, RenameTeamRequest,
    RenameTeamResponse, ResendTeamInvitationRequest, ResendTeamInvitationResponse,
    ResolveSessionRequest, ResolveSessionResponse, RevokeOtherSessionsRequest,
    RevokeOtherSessionsResponse, RevokeSessionRequest, RevokeSessionResponse,
    RevokeTeamInvitationRequest, RevokeTeamInvitationResponse, SetTeamAutoJoinRequest,
    SetTeamAutoJoinResponse, SetTeamMemberRoleRequest, SetTeamMemberRoleResponse, SignedIn,
    StartEmailSignInRequest, StartEmailSignInResponse, StartOidcSignInRequest,
    StartOidcSignInResponse, SwitchOrganizationRequest, SwitchOrganizationResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::context::Context;
use crate::error::IdentityError;
use crate::{email, oidc, sessions, teams};

/// Answers over gRPC.
pub struct Rpc(pub Arc<Context>);

// What is left of the caller's time after this is for telling the caller.
const TIME_TO_ANSWER: Duration = Duration::from_millis(100);

/// One line per call: its name, the messages, the verb, and what the verb waits for.
macro_rules! answers {
    ($($name:ident: $input:ty => $output:ty, $verb:path, $waits_for:ident;)*) => {
        #[async_trait]
        impl Identity for Rpc {
            async fn list_providers(
                &self,
                _: Request<ListProvidersRequest>,
            ) -> Result<Response<ListProvidersResponse>, Status> {
                Ok(Response::new(providers(&self.0)))
            }
            $(async fn $name(&self, request: Request<$input>) -> Result<Response<$output>, Status> {
                let work = $verb(&self.0, request.into_inner());
                answer(stringify!($name), $waits_for(&self.0, work).await)
            })*
        }
    };
}

answers! {
    resolve_session: ResolveSessionRequest => ResolveSessionResponse, sessions::resolve::resolve, database;
    end_session: EndSessionRequest => EndSessionResponse, sessions::end::end, database;
    list_sessions: ListSessionsRequest => ListSessionsResponse, sessions::list::list, database;
    revoke_session: RevokeSessionRequest => RevokeSessionResponse, sessions::revoke::revoke, database;
    revoke_other_sessions: RevokeOtherSessionsRequest => RevokeOtherSessionsResponse, sessions::revoke::revoke_others, database;
    start_email_sign_in: StartEmailSignInRequest => StartEmailSignInResponse, email::start::start, others;
    finish_email_sign_in: FinishEmailSignInRequest => SignedIn, email::finish::finish, database;
    start_oidc_sign_in: StartOidcSignInRequest => StartOidcSignInResponse, oidc::start::start, others;
    finish_oidc_sign_in: FinishOidcSignInRequest => SignedIn, oidc::finish::finish, others;
    create_team: CreateTeamRequest => CreateTeamResponse, teams::create::create, database;
    switch_organization: SwitchOrganizationRequest => SwitchOrganizationResponse, teams::switch::switch, database;
    rename_team: RenameTeamRequest => RenameTeamResponse, teams::rename::rename, database;
    set_team_auto_join: SetTeamAutoJoinRequest => SetTeamAutoJoinResponse, teams::auto_join::set, database;
    list_team_members: ListTeamMembersRequest => ListTeamMembersResponse, teams::members::list, database;
    set_team_member_role: SetTeamMemberRoleRequest => SetTeamMemberRoleResponse, teams::set_role::set_role, database;
    remove_team_member: RemoveTeamMemberRequest => RemoveTeamMemberResponse, teams::remove::remove, database;
    leave_team: LeaveTeamRequest => LeaveTeamResponse, teams::leave::leave, database;
    list_team_invitations: ListTeamInvitationsRequest => ListTeamInvitationsResponse, teams::invitations::list, database;
    invite_to_team: InviteToTeamRequest => InviteToTeamResponse, teams::invite::invite, others;
    resend_team_invitation: ResendTeamInvitationRequest => ResendTeamInvitationResponse, teams::resend::resend, others;
    revoke_team_invitation: RevokeTeamInvitationRequest => RevokeTeamInvitationResponse, teams::revoke::revoke, database;
    list_team_offers: ListTeamOffersRequest => ListTeamOffersResponse, teams::offers::list, database;
    get_invitation: GetInvitationRequest => GetInvitationResponse, teams::offers::of_link, database;
    accept_invitation: AcceptInvitationRequest => AcceptInvitationResponse, teams::accept::accept, database;
    decline_invitation: DeclineInvitationRequest => DeclineInvitationResponse, teams::decline::decline, database;
    join_team: JoinTeamRequest => JoinTeamResponse, teams::join::join, database;
}

// A database that does not answer is our failure, told before the caller's own time is over.
pub(crate) async fn database<T>(
    ctx: &Context,
    work: impl Future<Output = Result<T, IdentityError>>,
) -> Result<T, IdentityError> {
    ctx.db.within(kit::grpc::remaining().saturating_sub(TIME_TO_ANSWER), work).await
}

// Mail servers and providers have deadlines of their own.
async fn others<T>(
    _: &Context,
    work: impl Future<Output = Result<T, IdentityError>>,
) -> Result<T, IdentityError> {
    work.await
}

// A failure is logged here, once, with the cause that stays inside the process.
pub(crate) fn answer<T>(
    call: &str,
    outcome: Result<T, IdentityError>,
) -> Result<Response<T>, Status> {
    outcome.map(Response::new).map_err(|error| {
        let problem = Problem::from(error);
        problem.log(call);
        problem.into()
    })
}

fn providers(ctx: &Context) -> ListProvidersResponse {
    let email = Provider {
        id: "email".to_owned(),
        name: "Email".to_owned(),
        r#type: ProviderType::Email.into(),
    };
    let others = ctx.providers.all().map(|one| Provider {
        id: one.id.clone(),
        name: one.name.clone(),
        r#type: ProviderType::Oauth.into(),
    });
    ListProvidersResponse { providers: std::iter::once(email).chain(others).collect() }
}
