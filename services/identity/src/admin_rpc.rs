//! The calls of administrators, one line each.

use std::sync::Arc;

use proto::identity::v1::administration_server::Administration;
use proto::identity::v1::{
    AddOrganizationMemberRequest, AddOrganizationMemberResponse, DeactivateUserRequest,
    DeactivateUserResponse, EndUserSessionsRequest, EndUserSessionsResponse,
    GetOrganizationRequest, GetUserRequest, ListAuditEntriesResponse, ListOrganizationsResponse,
    ListUsersResponse, OrganizationDetail, ReactivateUserRequest, ReactivateUserResponse,
    RemoveOrganizationMemberRequest, RemoveOrganizationMemberResponse, RenameOrganizationRequest,
    RenameOrganizationResponse, SetOrganizationDomainRequest, SetOrganizationDomainResponse,
    SetOrganizationMemberRoleRequest, SetOrganizationMemberRoleResponse,
    SetOrganizationPlanRequest, SetOrganizationPlanResponse, SetOrganizationScopeRequest,
    SetOrganizationScopeResponse, SetUserFeaturesRequest, SetUserFeaturesResponse,
    SetUserRoleRequest, SetUserRoleResponse, UserDetail,
};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use tonic::{Response, Status};

use crate::context::Context;
use crate::error::IdentityError;
use crate::{audit, organizations, users};

/// Answers over gRPC.
pub struct AdminRpc(pub Arc<Context>);

kit::rpcs! {
    Administration for AdminRpc, owned;
    list_users: Query => ListUsersResponse, users::list::list;
    get_user: GetUserRequest => UserDetail, users::get::get;
    set_user_role: SetUserRoleRequest => SetUserRoleResponse, users::set_role::set_role;
    set_user_features: SetUserFeaturesRequest => SetUserFeaturesResponse, users::set_features::set_features;
    deactivate_user: DeactivateUserRequest => DeactivateUserResponse, users::deactivate::deactivate;
    reactivate_user: ReactivateUserRequest => ReactivateUserResponse, users::deactivate::reactivate;
    end_user_sessions: EndUserSessionsRequest => EndUserSessionsResponse, users::end_sessions::end_sessions;
    list_organizations: Query => ListOrganizationsResponse, organizations::list::list;
    get_organization: GetOrganizationRequest => OrganizationDetail, organizations::get::get;
    set_organization_plan: SetOrganizationPlanRequest => SetOrganizationPlanResponse, organizations::set_plan::set_plan;
    set_organization_domain: SetOrganizationDomainRequest => SetOrganizationDomainResponse, organizations::set_domain::set_domain;
    rename_organization: RenameOrganizationRequest => RenameOrganizationResponse, organizations::rename::rename;
    set_organization_scope: SetOrganizationScopeRequest => SetOrganizationScopeResponse, organizations::set_scope::set_scope;
    add_organization_member: AddOrganizationMemberRequest => AddOrganizationMemberResponse, organizations::add_member::add;
    set_organization_member_role: SetOrganizationMemberRoleRequest => SetOrganizationMemberRoleResponse, organizations::members::set_role;
    remove_organization_member: RemoveOrganizationMemberRequest => RemoveOrganizationMemberResponse, organizations::members::remove;
    list_audit_entries: Query => ListAuditEntriesResponse, audit::list::list;
    get_meta: GetMetaRequest => ResourceMeta, meta;
}

impl AdminRpc {
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<Response<T>, Status> {
        self.0.db.answer(call, verb).await
    }
}

/// The metadata of a list.
async fn meta(ctx: &Context, request: GetMetaRequest) -> Result<ResourceMeta, IdentityError> {
    let resource = match request.resource.as_str() {
        "users" => &users::list::USERS,
        "organizations" => &organizations::list::ORGANIZATIONS,
        "audit_entries" => &audit::list::AUDIT_ENTRIES,
        _ => return Err(IdentityError::Invalid("resource")),
    };
    Ok(kit::query::meta(&mut *ctx.db.conn().await?, resource).await?)
}
