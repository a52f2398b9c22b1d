//! The calls of administrators to a service that only records its requests.

/// Stands in an `impl Administration`. Spelt out, since the attribute of the trait does not see into macros.
macro_rules! administration_calls {
    () => {
        administration_calls! {
            get_user: GetUserRequest => UserDetail;
            set_user_features: SetUserFeaturesRequest => SetUserFeaturesResponse;
            deactivate_user: DeactivateUserRequest => DeactivateUserResponse;
            reactivate_user: ReactivateUserRequest => ReactivateUserResponse;
            end_user_sessions: EndUserSessionsRequest => EndUserSessionsResponse;
            remove_user_passkeys: RemoveUserPasskeysRequest => RemoveUserPasskeysResponse;
            list_user_sessions: ListUserSessionsRequest => ListSessionsResponse;
            list_organizations: Query => ListOrganizationsResponse;
            get_organization: GetOrganizationRequest => OrganizationDetail;
            set_organization_domain: SetOrganizationDomainRequest => SetOrganizationDomainResponse;
            rename_organization: RenameOrganizationRequest => RenameOrganizationResponse;
            set_organization_scope: SetOrganizationScopeRequest => SetOrganizationScopeResponse;
            add_organization_member: AddOrganizationMemberRequest => AddOrganizationMemberResponse;
            set_organization_member_role: SetOrganizationMemberRoleRequest => SetOrganizationMemberRoleResponse;
            remove_organization_member: RemoveOrganizationMemberRequest => RemoveOrganizationMemberResponse;
            list_audit_entries: Query => ListAuditEntriesResponse;
            get_meta: GetMetaRequest => ResourceMeta;
        }
    };
    ($($name:ident: $input:ident => $output:ident;)*) => {
        $(fn $name<'life0, 'async_trait>(
            &'life0 self,
            _: tonic::Request<$input>,
        ) -> futures::future::BoxFuture<
            'async_trait,
            Result<tonic::Response<$output>, tonic::Status>,
        >
        where
            'life0: 'async_trait,
            Self: 'async_trait,
        {
            Box::pin(self.note(stringify!($name), $output::default()))
        })*
    };
}
