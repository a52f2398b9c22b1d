//! The calls of identity, one line each.

use std::sync::Arc;

use proto::identity::v1::identity_server::Identity;
use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, CreateTeamRequest, CreateTeamResponse,
    DeclineInvitationRequest, DeclineInvitationResponse, EndSessionRequest, EndSessionResponse,
    FinishEmailSignInRequest, FinishOidcSignInRequest, GetInvitationRequest, GetInvitationResponse,
    InviteToTeamRequest, InviteToTeamResponse, JoinTeamRequest, JoinTeamResponse, LeaveTeamRequest,
    LeaveTeamResponse, ListProvidersRequest, ListProvidersResponse, ListSessionsRequest,
    ListSessionsResponse, ListTeamInvitationsRequest, ListTeamInvitationsResponse,
    ListTeamMembersRequest, ListTeamMembersResponse, ListTeamOffersRequest, ListTeamOffersResponse,
    RemoveTeamMemberRequest, RemoveTeamMemberResponse, RenameTeamRequest, RenameTeamResponse,
    ResendTeamInvitationRequest, ResendTeamInvitationResponse, ResolveSessionRequest,
    ResolveSessionResponse, RevokeOtherSessionsRequest, RevokeOtherSessionsResponse,
    RevokeSessionRequest, RevokeSessionResponse, RevokeTeamInvitationRequest,
    RevokeTeamInvitationResponse, SetTeamAutoJoinRequest, SetTeamAutoJoinResponse,
    SetTeamMemberRoleRequest, SetTeamMemberRoleResponse, SignedIn, StartEmailSignInRequest,
    StartEmailSignInResponse, StartOidcSignInRequest, StartOidcSignInResponse,
    SwitchOrganizationRequest, SwitchOrganizationResponse,
};
use tonic::{Response, Status};

use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::{email, list_methods, oidc};
use crate::teams::{domain_access, invitations, members};
use crate::{sessions, teams};

/// Answers over gRPC.
pub struct Rpc(pub Arc<Context>);

kit::rpcs! {
    Identity for Rpc, owned;
    list_providers: ListProvidersRequest => ListProvidersResponse, list_methods::list;
    resolve_session: ResolveSessionRequest => ResolveSessionResponse, sessions::resolve::resolve;
    end_session: EndSessionRequest => EndSessionResponse, sessions::end::end;
    list_sessions: ListSessionsRequest => ListSessionsResponse, sessions::list::list;
    revoke_session: RevokeSessionRequest => RevokeSessionResponse, sessions::revoke::revoke;
    revoke_other_sessions: RevokeOtherSessionsRequest => RevokeOtherSessionsResponse, sessions::revoke::revoke_others;
    start_email_sign_in: StartEmailSignInRequest => StartEmailSignInResponse, email::start::start, answer_after_others;
    finish_email_sign_in: FinishEmailSignInRequest => SignedIn, email::finish::finish;
    start_oidc_sign_in: StartOidcSignInRequest => StartOidcSignInResponse, oidc::start::start, answer_after_others;
    finish_oidc_sign_in: FinishOidcSignInRequest => SignedIn, oidc::finish::finish, answer_after_others;
    create_team: CreateTeamRequest => CreateTeamResponse, teams::create::create;
    switch_organization: SwitchOrganizationRequest => SwitchOrganizationResponse, teams::switch_organization::switch;
    rename_team: RenameTeamRequest => RenameTeamResponse, teams::rename::rename;
    set_team_auto_join: SetTeamAutoJoinRequest => SetTeamAutoJoinResponse, domain_access::auto_join::set;
    list_team_members: ListTeamMembersRequest => ListTeamMembersResponse, members::list::list;
    set_team_member_role: SetTeamMemberRoleRequest => SetTeamMemberRoleResponse, members::set_role::set_role;
    remove_team_member: RemoveTeamMemberRequest => RemoveTeamMemberResponse, members::remove::remove;
    leave_team: LeaveTeamRequest => LeaveTeamResponse, members::leave::leave;
    list_team_invitations: ListTeamInvitationsRequest => ListTeamInvitationsResponse, invitations::list::list;
    invite_to_team: InviteToTeamRequest => InviteToTeamResponse, invitations::invite::invite, answer_after_others;
    resend_team_invitation: ResendTeamInvitationRequest => ResendTeamInvitationResponse, invitations::resend::resend, answer_after_others;
    revoke_team_invitation: RevokeTeamInvitationRequest => RevokeTeamInvitationResponse, invitations::revoke::revoke;
    list_team_offers: ListTeamOffersRequest => ListTeamOffersResponse, invitations::list_offers::list;
    get_invitation: GetInvitationRequest => GetInvitationResponse, invitations::list_offers::get_by_link;
    accept_invitation: AcceptInvitationRequest => AcceptInvitationResponse, invitations::accept::accept;
    decline_invitation: DeclineInvitationRequest => DeclineInvitationResponse, invitations::decline::decline;
    join_team: JoinTeamRequest => JoinTeamResponse, domain_access::join::join;
}

impl Rpc {
    /// For verbs that use the database only.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<Response<T>, Status> {
        self.0.db.answer(call, verb).await
    }

    /// For verbs that also call mail servers or providers, which have their own deadlines.
    async fn answer_after_others<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<Response<T>, Status> {
        kit::grpc::answer(call, verb).await
    }
}
