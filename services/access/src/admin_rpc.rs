//! The calls of administrators, one line each.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::access_administration_server::AccessAdministration;
use proto::access::v1::{
    ArchivePolicyRequest, CreateOrganizationRoleRequest, CreatePolicyAssignmentRequest,
    CreatePolicyRequest, CreateRoleRequest, CreateUserRoleRequest, DeletePolicyRequest,
    EndOrganizationRoleRequest, EndUserRoleRequest, GetOrganizationRoleRequest,
    GetPolicyAssignmentPreviewRequest, GetPolicyAssignmentRequest, GetPolicyPreviewRequest,
    GetPolicyRequest, GetRoleRequest, GetUserRoleRequest, ListAccessAuditEntriesResponse,
    ListHoldersRequest, ListHoldersResponse, ListOrganizationRolesResponse, ListPoliciesResponse,
    ListPolicyAssignmentsResponse, ListRolesResponse, ListUserRolesResponse, OrganizationRoleEntry,
    PolicyAssignmentEntry, PolicyEntry, Preview, RemovePolicyAssignmentRequest, RoleEntry,
    SavedOrganizationRole, SavedPolicy, SavedPolicyAssignment, SavedRole, SavedUserRole,
    SetRoleStatusRequest, UpdateOrganizationRoleRequest, UpdatePolicyAssignmentRequest,
    UpdatePolicyRequest, UpdateRoleRequest, UpdateUserRoleRequest, UserRoleEntry,
};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};

use crate::context::Context;
use crate::error::AccessError;
use crate::{
    assignments, audit, holders, organization_roles, policies, previews, resources, roles,
    user_roles,
};

/// Answers over gRPC.
pub struct AdminRpc(pub Context);

kit::rpcs! {
    AccessAdministration for AdminRpc, owned;
    #[person]
    list_roles: Query => ListRolesResponse, roles::list::list;
    #[person]
    get_role: GetRoleRequest => RoleEntry, roles::get::get;
    #[person]
    create_role: CreateRoleRequest => SavedRole, roles::create::create;
    #[person]
    update_role: UpdateRoleRequest => SavedRole, roles::update::update;
    #[person]
    set_role_status: SetRoleStatusRequest => SavedRole, roles::set_status::set_status;
    #[person]
    list_policies: Query => ListPoliciesResponse, policies::list::list;
    #[person]
    get_policy: GetPolicyRequest => PolicyEntry, policies::get::get;
    #[person]
    create_policy: CreatePolicyRequest => SavedPolicy, policies::create::create;
    #[person]
    update_policy: UpdatePolicyRequest => SavedPolicy, policies::update::update;
    #[person]
    archive_policy: ArchivePolicyRequest => SavedPolicy, policies::archive::archive;
    #[person]
    delete_policy: DeletePolicyRequest => SavedPolicy, policies::delete::delete;
    #[person]
    get_policy_preview: GetPolicyPreviewRequest => Preview, previews::policy::preview;
    #[person]
    list_policy_assignments: Query => ListPolicyAssignmentsResponse, assignments::list::list;
    #[person]
    get_policy_assignment: GetPolicyAssignmentRequest => PolicyAssignmentEntry, assignments::get::get;
    #[person]
    create_policy_assignment: CreatePolicyAssignmentRequest => SavedPolicyAssignment, assignments::create::create;
    #[person]
    update_policy_assignment: UpdatePolicyAssignmentRequest => SavedPolicyAssignment, assignments::update::update;
    #[person]
    remove_policy_assignment: RemovePolicyAssignmentRequest => SavedPolicyAssignment, assignments::remove::remove;
    #[person]
    get_policy_assignment_preview: GetPolicyAssignmentPreviewRequest => Preview, previews::assignment::preview;
    #[person]
    list_user_roles: Query => ListUserRolesResponse, user_roles::list::list;
    #[person]
    get_user_role: GetUserRoleRequest => UserRoleEntry, user_roles::get::get;
    #[person]
    create_user_role: CreateUserRoleRequest => SavedUserRole, user_roles::create::create;
    #[person]
    update_user_role: UpdateUserRoleRequest => SavedUserRole, user_roles::update::update;
    #[person]
    end_user_role: EndUserRoleRequest => SavedUserRole, user_roles::end::end;
    #[person]
    list_organization_roles: Query => ListOrganizationRolesResponse, organization_roles::list::list;
    #[person]
    get_organization_role: GetOrganizationRoleRequest => OrganizationRoleEntry, organization_roles::get::get;
    #[person]
    create_organization_role: CreateOrganizationRoleRequest => SavedOrganizationRole, organization_roles::create::create;
    #[person]
    update_organization_role: UpdateOrganizationRoleRequest => SavedOrganizationRole, organization_roles::update::update;
    #[person]
    end_organization_role: EndOrganizationRoleRequest => SavedOrganizationRole, organization_roles::end::end;
    #[person]
    list_holders: ListHoldersRequest => ListHoldersResponse, holders::list::list;
    #[person]
    list_audit_entries: Query => ListAccessAuditEntriesResponse, audit::list::list;
    #[person]
    get_meta: GetMetaRequest => ResourceMeta, meta;
}

/// The metadata of a list.
async fn meta(
    ctx: &Context,
    _: Arc<Person>,
    request: GetMetaRequest,
) -> Result<ResourceMeta, AccessError> {
    let resource = resources::by_name(&request.resource)
        .ok_or_else(|| AccessError::field("resource", "is not a list of this service"))?;
    Ok(kit::query::meta(&mut *ctx.db.conn().await?, resource).await?)
}
