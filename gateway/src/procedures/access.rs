//! Roles and policies of data as administrators see and change them, who holds them, the history of the changes, and decisions:
//! explanations, numbers and simulations.

use kit::error::Problem;
use proto::access::v1::{
    AccessDecision, ArchivePolicyRequest, CreateOrganizationRoleRequest,
    CreatePolicyAssignmentRequest, CreatePolicyRequest, CreateRoleRequest, CreateUserRoleRequest,
    DeletePolicyRequest, EndOrganizationRoleRequest, EndUserRoleRequest,
    GetDecisionHistogramRequest, GetDecisionHistogramResponse, GetDecisionRequest,
    GetOrganizationRoleRequest, GetPolicyAssignmentPreviewRequest, GetPolicyAssignmentRequest,
    GetPolicyPreviewRequest, GetPolicyRequest, GetRoleRequest, GetSimulationRequest,
    GetSimulationResponse, GetUserRoleRequest, ListAccessAuditEntriesResponse, ListHoldersRequest,
    ListHoldersResponse, ListOrganizationRolesResponse, ListPermittedRolesRequest,
    ListPermittedRolesResponse, ListPoliciesResponse, ListPolicyAssignmentsResponse,
    ListRolesResponse, ListUserRolesResponse, OrganizationRoleEntry, PolicyAssignmentEntry,
    PolicyEntry, Preview, RemovePolicyAssignmentRequest, RoleEntry, SavedOrganizationRole,
    SavedPolicy, SavedPolicyAssignment, SavedRole, SavedUserRole, SetRoleStatusRequest,
    UpdateOrganizationRoleRequest, UpdatePolicyAssignmentRequest, UpdatePolicyRequest,
    UpdateRoleRequest, UpdateUserRoleRequest, UserRoleEntry,
};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};

use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

/// Registers procedures that have the input and the answer of their call: the service checks all values, each with its field.
macro_rules! calls {
    (
        reads { $($read:literal: $get:ident($asked:ty) -> $found:ty;)* }
        writes { $($write:literal: $change:ident($input:ty) -> $saved:ty;)* }
        lists { $($meta:literal of $resource:literal;)* }
    ) => {
        /// Adds the procedures of this domain.
        pub fn add(registry: &mut Registry) {
            $(registry.query($read, Access::ADMINISTRATORS).answer(
                |context: CallContext, input: $asked| async move {
                    let mut access = context.upstream.access_administration.clone();
                    Ok::<$found, Problem>(access.$get(input).await?.into_inner())
                },
            );)*
            $(registry.mutation($write, Access::FRESH_ADMINISTRATORS).answer(
                |context: CallContext, input: $input| async move {
                    let mut access = context.upstream.access_administration.clone();
                    Ok::<$saved, Problem>(access.$change(input).await?.into_inner())
                },
            );)*
            registry.query("accessExplanations.get", Access::ADMINISTRATORS).answer(explain);
            registry.query("accessExplanations.permittedRoles", Access::ADMINISTRATORS).answer(permitted_roles);
            registry.query("accessDecisions.histogram", Access::ADMINISTRATORS).answer(histogram);
            registry.query("accessDecisions.simulation", Access::ADMINISTRATORS).answer(simulation);
            $(registry.query($meta, Access::ADMINISTRATORS).answer(
                |context: CallContext, (): ()| meta(context, $resource),
            );)*
        }
    };
}

calls! {
    reads {
        "accessRoles.list": list_roles(Query) -> ListRolesResponse;
        "accessRoles.get": get_role(GetRoleRequest) -> RoleEntry;
        "accessPolicies.list": list_policies(Query) -> ListPoliciesResponse;
        "accessPolicies.get": get_policy(GetPolicyRequest) -> PolicyEntry;
        "accessPolicies.preview": get_policy_preview(GetPolicyPreviewRequest) -> Preview;
        "accessAssignments.list": list_policy_assignments(Query) -> ListPolicyAssignmentsResponse;
        "accessAssignments.get": get_policy_assignment(GetPolicyAssignmentRequest) -> PolicyAssignmentEntry;
        "accessAssignments.preview": get_policy_assignment_preview(GetPolicyAssignmentPreviewRequest) -> Preview;
        "accessUserRoles.list": list_user_roles(Query) -> ListUserRolesResponse;
        "accessUserRoles.get": get_user_role(GetUserRoleRequest) -> UserRoleEntry;
        "accessOrganizationRoles.list": list_organization_roles(Query) -> ListOrganizationRolesResponse;
        "accessOrganizationRoles.get": get_organization_role(GetOrganizationRoleRequest) -> OrganizationRoleEntry;
        "accessHolders.list": list_holders(ListHoldersRequest) -> ListHoldersResponse;
        "accessHistory.list": list_audit_entries(Query) -> ListAccessAuditEntriesResponse;
    }
    writes {
        "accessRoles.create": create_role(CreateRoleRequest) -> SavedRole;
        "accessRoles.update": update_role(UpdateRoleRequest) -> SavedRole;
        "accessRoles.setStatus": set_role_status(SetRoleStatusRequest) -> SavedRole;
        "accessPolicies.create": create_policy(CreatePolicyRequest) -> SavedPolicy;
        "accessPolicies.update": update_policy(UpdatePolicyRequest) -> SavedPolicy;
        "accessPolicies.archive": archive_policy(ArchivePolicyRequest) -> SavedPolicy;
        "accessPolicies.delete": delete_policy(DeletePolicyRequest) -> SavedPolicy;
        "accessAssignments.create": create_policy_assignment(CreatePolicyAssignmentRequest) -> SavedPolicyAssignment;
        "accessAssignments.update": update_policy_assignment(UpdatePolicyAssignmentRequest) -> SavedPolicyAssignment;
        "accessAssignments.remove": remove_policy_assignment(RemovePolicyAssignmentRequest) -> SavedPolicyAssignment;
        "accessUserRoles.create": create_user_role(CreateUserRoleRequest) -> SavedUserRole;
        "accessUserRoles.update": update_user_role(UpdateUserRoleRequest) -> SavedUserRole;
        "accessUserRoles.end": end_user_role(EndUserRoleRequest) -> SavedUserRole;
        "accessOrganizationRoles.create": create_organization_role(CreateOrganizationRoleRequest) -> SavedOrganizationRole;
        "accessOrganizationRoles.update": update_organization_role(UpdateOrganizationRoleRequest) -> SavedOrganizationRole;
        "accessOrganizationRoles.end": end_organization_role(EndOrganizationRoleRequest) -> SavedOrganizationRole;
    }
    lists {
        "accessRoles.meta" of "roles";
        "accessPolicies.meta" of "policies";
        "accessAssignments.meta" of "policy_assignments";
        "accessUserRoles.meta" of "user_roles";
        "accessOrganizationRoles.meta" of "organization_roles";
        "accessHistory.meta" of "audit_entries";
    }
}

async fn explain(
    context: CallContext,
    input: GetDecisionRequest,
) -> Result<AccessDecision, Problem> {
    let mut access = context.upstream.access_explanations.clone();
    Ok(access.get_decision(input).await?.into_inner())
}

async fn permitted_roles(
    context: CallContext,
    input: ListPermittedRolesRequest,
) -> Result<ListPermittedRolesResponse, Problem> {
    let mut access = context.upstream.access_explanations.clone();
    Ok(access.list_permitted_roles(input).await?.into_inner())
}

async fn histogram(
    context: CallContext,
    input: GetDecisionHistogramRequest,
) -> Result<GetDecisionHistogramResponse, Problem> {
    let mut access = context.upstream.access_decisions.clone();
    Ok(access.get_decision_histogram(input).await?.into_inner())
}

async fn simulation(
    context: CallContext,
    input: GetSimulationRequest,
) -> Result<GetSimulationResponse, Problem> {
    let mut access = context.upstream.access_decisions.clone();
    Ok(access.get_simulation(input).await?.into_inner())
}

async fn meta(context: CallContext, resource: &str) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: resource.to_owned() };
    Ok(context.upstream.access_administration.clone().get_meta(request).await?.into_inner())
}
