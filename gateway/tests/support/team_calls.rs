//! The calls about teams and plans of a service that only records its requests.

/// Stands in an `impl Identity`. Spelt out, since the attribute of the trait does not see into macros.
macro_rules! team_calls {
    () => {
        team_calls! {
            create_team: CreateTeamRequest => CreateTeamResponse;
            switch_organization: SwitchOrganizationRequest => SwitchOrganizationResponse;
            rename_team: RenameTeamRequest => RenameTeamResponse;
            get_team_domain: GetTeamDomainRequest => GetTeamDomainResponse;
            claim_team_domain: ClaimTeamDomainRequest => ClaimTeamDomainResponse;
            check_team_domain: CheckTeamDomainRequest => CheckTeamDomainResponse;
            withdraw_team_domain: WithdrawTeamDomainRequest => WithdrawTeamDomainResponse;
            list_team_members: ListTeamMembersRequest => ListTeamMembersResponse;
            set_team_member_role: SetTeamMemberRoleRequest => SetTeamMemberRoleResponse;
            remove_team_member: RemoveTeamMemberRequest => RemoveTeamMemberResponse;
            leave_team: LeaveTeamRequest => LeaveTeamResponse;
            list_team_invitations: ListTeamInvitationsRequest => ListTeamInvitationsResponse;
            invite_to_team: InviteToTeamRequest => InviteToTeamResponse;
            resend_team_invitation: ResendTeamInvitationRequest => ResendTeamInvitationResponse;
            revoke_team_invitation: RevokeTeamInvitationRequest => RevokeTeamInvitationResponse;
            list_team_offers: ListTeamOffersRequest => ListTeamOffersResponse;
            get_invitation: GetInvitationRequest => GetInvitationResponse;
            accept_invitation: AcceptInvitationRequest => AcceptInvitationResponse;
            decline_invitation: DeclineInvitationRequest => DeclineInvitationResponse;
            join_team: JoinTeamRequest => JoinTeamResponse;
            dismiss_team_offer: DismissTeamOfferRequest => DismissTeamOfferResponse;
            list_organization_plans: ListOrganizationPlansRequest => ListOrganizationPlansResponse;
            get_membership: GetMembershipRequest => GetMembershipResponse;
            list_mail_addresses: ListMailAddressesRequest => ListMailAddressesResponse;
        }
    };
    ($($name:ident: $input:ident => $output:ident;)*) => {
        $(fn $name<'life0, 'async_trait>(
            &'life0 self,
            _: tonic::Request<proto::identity::v1::$input>,
        ) -> futures::future::BoxFuture<
            'async_trait,
            Result<tonic::Response<proto::identity::v1::$output>, tonic::Status>,
        >
        where
            'life0: 'async_trait,
            Self: 'async_trait,
        {
            Box::pin(self.note(stringify!($name), proto::identity::v1::$output::default()))
        })*
    };
}
