//! The calls of identity, one line each.

use std::sync::Arc;

use proto::identity::v1::identity_server::Identity;
use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, CancelErasureRequest, CancelErasureResponse,
    CancelExportRequest, CancelExportResponse, CheckTeamDomainRequest, CheckTeamDomainResponse,
    ClaimTeamDomainRequest, ClaimTeamDomainResponse, CreateTeamRequest, CreateTeamResponse,
    DeclineInvitationRequest, DeclineInvitationResponse, DismissTeamOfferRequest,
    DismissTeamOfferResponse, EndSessionRequest, EndSessionResponse, FinishEmailSignInRequest,
    FinishOidcSignInRequest, FinishPasskeyRegistrationRequest, FinishPasskeyRegistrationResponse,
    FinishPasskeySignInRequest, FinishSecondFactorRequest, GetEmailLinkRequest,
    GetEmailLinkResponse, GetInvitationRequest, GetInvitationResponse, GetMembershipRequest,
    GetMembershipResponse, GetTeamDomainRequest, GetTeamDomainResponse, InviteToTeamRequest,
    InviteToTeamResponse, JoinTeamRequest, JoinTeamResponse, LeaveTeamRequest, LeaveTeamResponse,
    ListExportsRequest, ListExportsResponse, ListLinkedAccountsRequest, ListLinkedAccountsResponse,
    ListMailAddressesRequest, ListMailAddressesResponse, ListOrganizationPlansRequest,
    ListOrganizationPlansResponse, ListPasskeysRequest, ListPasskeysResponse, ListProvidersRequest,
    ListProvidersResponse, ListSessionsRequest, ListSessionsResponse, ListTeamInvitationsRequest,
    ListTeamInvitationsResponse, ListTeamMembersRequest, ListTeamMembersResponse,
    ListTeamOffersRequest, ListTeamOffersResponse, ReadExportRequest, ReadExportResponse,
    RemoveLinkedAccountRequest, RemoveLinkedAccountResponse, RemovePasskeyRequest,
    RemovePasskeyResponse, RemoveTeamMemberRequest, RemoveTeamMemberResponse, RenamePasskeyRequest,
    RenamePasskeyResponse, RenameTeamRequest, RenameTeamResponse, RenewRecoveryCodesRequest,
    RenewRecoveryCodesResponse, RequestErasureRequest, RequestErasureResponse,
    ResendTeamInvitationRequest, ResendTeamInvitationResponse, ResolveSessionRequest,
    ResolveSessionResponse, RevokeOtherSessionsRequest, RevokeOtherSessionsResponse,
    RevokeSessionRequest, RevokeSessionResponse, RevokeTeamInvitationRequest,
    RevokeTeamInvitationResponse, SetSecondFactorRequest, SetSecondFactorResponse,
    SetTeamMemberRoleRequest, SetTeamMemberRoleResponse, SignedIn, StartEmailSignInRequest,
    StartEmailSignInResponse, StartExportRequest, StartExportResponse, StartOidcSignInRequest,
    StartOidcSignInResponse, StartPasskeyRegistrationRequest, StartPasskeyRegistrationResponse,
    StartPasskeySignInRequest, StartPasskeySignInResponse, SwitchOrganizationRequest,
    SwitchOrganizationResponse, WithdrawTeamDomainRequest, WithdrawTeamDomainResponse,
};
use tonic::{Response, Status};

use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::{email, list_methods, oidc, passkeys, second_factor};
use crate::teams::{domain_access, invitations, members};
use crate::{erasure, exports, organizations, sessions, teams, users};

/// Answers over gRPC.
pub struct Rpc(pub Arc<Context>);

kit::rpcs! {
    Identity for Rpc, owned;
    list_providers: ListProvidersRequest => ListProvidersResponse, list_methods::list;
    resolve_session: ResolveSessionRequest => ResolveSessionResponse, sessions::resolve::resolve;
    end_session: EndSessionRequest => EndSessionResponse, sessions::end::end;
    #[person]
    list_sessions: ListSessionsRequest => ListSessionsResponse, sessions::list::list;
    #[person]
    revoke_session: RevokeSessionRequest => RevokeSessionResponse, sessions::revoke::revoke;
    #[person]
    revoke_other_sessions: RevokeOtherSessionsRequest => RevokeOtherSessionsResponse, sessions::revoke::revoke_others;
    start_email_sign_in: StartEmailSignInRequest => StartEmailSignInResponse, email::start::start, answer_after_others;
    get_email_link: GetEmailLinkRequest => GetEmailLinkResponse, email::get_link::get;
    finish_email_sign_in: FinishEmailSignInRequest => SignedIn, email::finish::finish;
    start_oidc_sign_in: StartOidcSignInRequest => StartOidcSignInResponse, oidc::start::start, answer_after_others;
    finish_oidc_sign_in: FinishOidcSignInRequest => SignedIn, oidc::finish::finish, answer_after_others;
    #[person]
    list_linked_accounts: ListLinkedAccountsRequest => ListLinkedAccountsResponse, oidc::list_accounts::list;
    #[person]
    remove_linked_account: RemoveLinkedAccountRequest => RemoveLinkedAccountResponse, oidc::remove_account::remove;
    #[person]
    list_passkeys: ListPasskeysRequest => ListPasskeysResponse, passkeys::list::list;
    #[person]
    start_passkey_registration: StartPasskeyRegistrationRequest => StartPasskeyRegistrationResponse, passkeys::start_registration::start;
    #[person]
    finish_passkey_registration: FinishPasskeyRegistrationRequest => FinishPasskeyRegistrationResponse, passkeys::finish_registration::finish, answer_after_others;
    #[person]
    rename_passkey: RenamePasskeyRequest => RenamePasskeyResponse, passkeys::rename::rename;
    #[person]
    remove_passkey: RemovePasskeyRequest => RemovePasskeyResponse, passkeys::remove::remove, answer_after_others;
    start_passkey_sign_in: StartPasskeySignInRequest => StartPasskeySignInResponse, passkeys::start::start;
    finish_passkey_sign_in: FinishPasskeySignInRequest => SignedIn, passkeys::finish::finish;
    #[person]
    set_second_factor: SetSecondFactorRequest => SetSecondFactorResponse, second_factor::set::set, answer_after_others;
    #[person]
    renew_recovery_codes: RenewRecoveryCodesRequest => RenewRecoveryCodesResponse, second_factor::renew_codes::renew;
    finish_second_factor: FinishSecondFactorRequest => SignedIn, second_factor::finish::finish, answer_after_others;
    #[person]
    request_erasure: RequestErasureRequest => RequestErasureResponse, erasure::request::request, answer_after_others;
    #[person]
    cancel_erasure: CancelErasureRequest => CancelErasureResponse, erasure::cancel::cancel, answer_after_others;
    #[person]
    start_export: StartExportRequest => StartExportResponse, exports::start::start;
    #[person]
    list_exports: ListExportsRequest => ListExportsResponse, exports::list::list;
    #[person]
    cancel_export: CancelExportRequest => CancelExportResponse, exports::cancel::cancel;
    #[person]
    read_export: ReadExportRequest => ReadExportResponse, exports::read::read;
    #[person]
    create_team: CreateTeamRequest => CreateTeamResponse, teams::create::create;
    #[person]
    switch_organization: SwitchOrganizationRequest => SwitchOrganizationResponse, teams::switch_organization::switch;
    #[person]
    rename_team: RenameTeamRequest => RenameTeamResponse, teams::rename::rename;
    #[person]
    get_team_domain: GetTeamDomainRequest => GetTeamDomainResponse, domain_access::get::get;
    #[person]
    claim_team_domain: ClaimTeamDomainRequest => ClaimTeamDomainResponse, domain_access::claim::claim;
    #[person]
    check_team_domain: CheckTeamDomainRequest => CheckTeamDomainResponse, domain_access::check::check, answer_after_others;
    #[person]
    withdraw_team_domain: WithdrawTeamDomainRequest => WithdrawTeamDomainResponse, domain_access::withdraw::withdraw;
    #[person]
    list_team_members: ListTeamMembersRequest => ListTeamMembersResponse, members::list::list;
    #[person]
    set_team_member_role: SetTeamMemberRoleRequest => SetTeamMemberRoleResponse, members::set_role::set_role;
    #[person]
    remove_team_member: RemoveTeamMemberRequest => RemoveTeamMemberResponse, members::remove::remove;
    #[person]
    leave_team: LeaveTeamRequest => LeaveTeamResponse, members::leave::leave;
    #[person]
    list_team_invitations: ListTeamInvitationsRequest => ListTeamInvitationsResponse, invitations::list::list;
    #[person]
    invite_to_team: InviteToTeamRequest => InviteToTeamResponse, invitations::invite::invite, answer_after_others;
    #[person]
    resend_team_invitation: ResendTeamInvitationRequest => ResendTeamInvitationResponse, invitations::resend::resend, answer_after_others;
    #[person]
    revoke_team_invitation: RevokeTeamInvitationRequest => RevokeTeamInvitationResponse, invitations::revoke::revoke;
    #[person]
    list_team_offers: ListTeamOffersRequest => ListTeamOffersResponse, invitations::list_offers::list;
    #[person]
    get_invitation: GetInvitationRequest => GetInvitationResponse, invitations::list_offers::get_by_link;
    #[person]
    accept_invitation: AcceptInvitationRequest => AcceptInvitationResponse, invitations::accept::accept;
    #[person]
    decline_invitation: DeclineInvitationRequest => DeclineInvitationResponse, invitations::decline::decline;
    #[person]
    join_team: JoinTeamRequest => JoinTeamResponse, domain_access::join::join;
    #[person]
    dismiss_team_offer: DismissTeamOfferRequest => DismissTeamOfferResponse, domain_access::dismiss::dismiss;
    list_organization_plans: ListOrganizationPlansRequest => ListOrganizationPlansResponse, organizations::list_plans::list;
    get_membership: GetMembershipRequest => GetMembershipResponse, organizations::get_membership::get;
    list_mail_addresses: ListMailAddressesRequest => ListMailAddressesResponse, users::list_mail_addresses::list;
}

impl Rpc {
    /// For verbs that also call mail servers, providers or DNS, which have their own deadlines.
    async fn answer_after_others<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<Response<T>, Status> {
        kit::grpc::answer(call, verb).await
    }
}
