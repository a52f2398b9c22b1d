//! The calls of administrators, one line each.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::administration_server::Administration;
use proto::identity::v1::{
    AddOrganizationMemberRequest, AddOrganizationMemberResponse, DeactivateUserRequest,
    DeactivateUserResponse, EndUserSessionsRequest, EndUserSessionsResponse,
    GetOrganizationRequest, GetUserRequest, ListAuditEntriesResponse, ListOrganizationsResponse,
    ListSessionsResponse, ListUserSessionsRequest, ListUsersResponse, OrganizationDetail,
    ReactivateUserRequest, ReactivateUserResponse, RemoveOrganizationMemberRequest,
    RemoveOrganizationMemberResponse, RemoveUserPasskeysRequest, RemoveUserPasskeysResponse,
    RenameOrganizationRequest, RenameOrganizationResponse, SetOrganizationDomainRequest,
    SetOrganizationDomainResponse, SetOrganizationMemberRoleRequest,
    SetOrganizationMemberRoleResponse, SetOrganizationPlanRequest, SetOrganizationPlanResponse,
    SetOrganizationScopeRequest, SetOrganizationScopeResponse, SetUserFeaturesRequest,
    SetUserFeaturesResponse, SetUserRoleRequest, SetUserRoleResponse, UserDetail,
};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use tonic::{Response, Status};

use crate::context::Context;
use crate::error::IdentityError;
use crate::{acting_administrator, audit, organizations, sessions, users};

/// Answers over gRPC.
pub struct AdminRpc(pub Arc<Context>);

kit::rpcs! {
    Administration for AdminRpc, owned;
    #[person]
    list_users: Query => ListUsersResponse, users::list::list;
    #[person]
    get_user: GetUserRequest => UserDetail, users::get::get;
    #[person]
    set_user_role: SetUserRoleRequest => SetUserRoleResponse, users::set_role::set_role;
    #[person]
    set_user_features: SetUserFeaturesRequest => SetUserFeaturesResponse, users::set_features::set_features;
    #[person]
    deactivate_user: DeactivateUserRequest => DeactivateUserResponse, users::deactivate::deactivate;
    #[person]
    reactivate_user: ReactivateUserRequest => ReactivateUserResponse, users::deactivate::reactivate;
    #[person]
    end_user_sessions: EndUserSessionsRequest => EndUserSessionsResponse, users::end_sessions::end_sessions;
    #[person]
    remove_user_passkeys: RemoveUserPasskeysRequest => RemoveUserPasskeysResponse, users::remove_passkeys::remove, answer_after_others;
    #[person]
    list_user_sessions: ListUserSessionsRequest => ListSessionsResponse, sessions::list::list_of_user;
    #[person]
    list_organizations: Query => ListOrganizationsResponse, organizations::list::list;
    #[person]
    get_organization: GetOrganizationRequest => OrganizationDetail, organizations::get::get;
    #[person]
    set_organization_plan: SetOrganizationPlanRequest => SetOrganizationPlanResponse, organizations::set_plan::set_plan;
    #[person]
    set_organization_domain: SetOrganizationDomainRequest => SetOrganizationDomainResponse, organizations::set_domain::set_domain;
    #[person]
    rename_organization: RenameOrganizationRequest => RenameOrganizationResponse, organizations::rename::rename;
    #[person]
    set_organization_scope: SetOrganizationScopeRequest => SetOrganizationScopeResponse, organizations::set_scope::set_scope;
    #[person]
    add_organization_member: AddOrganizationMemberRequest => AddOrganizationMemberResponse, organizations::add_member::add;
    #[person]
    set_organization_member_role: SetOrganizationMemberRoleRequest => SetOrganizationMemberRoleResponse, organizations::members::set_role;
    #[person]
    remove_organization_member: RemoveOrganizationMemberRequest => RemoveOrganizationMemberResponse, organizations::members::remove;
    #[person]
    list_audit_entries: Query => ListAuditEntriesResponse, audit::list::list;
    #[person]
    get_meta: GetMetaRequest => ResourceMeta, meta;
}

impl AdminRpc {
    /// For verbs that also send a mail, which has its own deadline.
    async fn answer_after_others<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<Response<T>, Status> {
        kit::grpc::answer(call, verb).await
    }
}

/// The metadata of a list.
async fn meta(
    ctx: &Context,
    person: Arc<Person>,
    request: GetMetaRequest,
) -> Result<ResourceMeta, IdentityError> {
    let mut conn = ctx.db.conn().await?;
    acting_administrator::require(&mut conn, &person).await?;
    let resource = match request.resource.as_str() {
        "users" => &*users::list::USERS,
        "organizations" => &organizations::list::ORGANIZATIONS,
        "audit_entries" => &audit::list::AUDIT_ENTRIES,
        _ => return Err(IdentityError::Invalid("resource")),
    };
    Ok(kit::query::meta(&mut conn, resource).await?)
}
