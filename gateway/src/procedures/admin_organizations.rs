//! Organizations as administrators see and change them, and the history of the changes by administrators.

use kit::error::Problem;
use kit::text_lengths::LONGEST_EMAIL;
use proto::identity::v1::{
    AddOrganizationMemberRequest, AddOrganizationMemberResponse, GetOrganizationRequest,
    ListAuditEntriesResponse, ListOrganizationsResponse, MembershipRole, OrganizationDetail,
    OrganizationScope, PlanType, RemoveOrganizationMemberRequest, RemoveOrganizationMemberResponse,
    RenameOrganizationRequest, RenameOrganizationResponse, SetOrganizationDomainRequest,
    SetOrganizationDomainResponse, SetOrganizationMemberRoleRequest,
    SetOrganizationMemberRoleResponse, SetOrganizationPlanRequest, SetOrganizationPlanResponse,
    SetOrganizationScopeRequest, SetOrganizationScopeResponse,
};
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use serde::Deserialize;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OrganizationId {
    id: String,
}

/// Another plan for an organization, or another end of its plan.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OrganizationPlan {
    id: String,
    plan: PlanType,
    /// When the organization returns to the free plan: required for a trial, refused for the free plan, and within ten years.
    #[serde(default, deserialize_with = "proto::codec::optional_instant_in")]
    #[ts(optional = nullable, as = "Option<String>")]
    ends_at: Option<i64>,
}

/// The domain that a team claims; none withdraws the claim.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OrganizationDomain {
    id: String,
    domain: Option<String>,
}

/// Another name for a team.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OrganizationName {
    id: String,
    name: String,
}

/// The kind of the organization; a new team may be renamed.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScopeOfOrganization {
    id: String,
    scope: OrganizationScope,
    #[serde(default)]
    #[ts(optional = nullable)]
    name: Option<String>,
}

/// Somebody who has an account, by its address, and what they are to be in the team.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewOrganizationMember {
    id: String,
    email: String,
    role: MembershipRole,
}

/// One member of a team.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OrganizationMemberId {
    id: String,
    user_id: String,
}

/// Another role for a member of a team.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OrganizationMemberRole {
    id: String,
    user_id: String,
    role: MembershipRole,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("adminOrganizations.list", Access::ADMINISTRATORS).answer(list);
    registry
        .query("adminOrganizations.meta", Access::ADMINISTRATORS)
        .answer(|context: CallContext, (): ()| meta(context, "organizations"));
    registry.query("adminOrganizations.get", Access::ADMINISTRATORS).answer(get);
    registry.mutation("adminOrganizations.setPlan", Access::FRESH_ADMINISTRATORS).answer(set_plan);
    registry
        .mutation("adminOrganizations.setDomain", Access::FRESH_ADMINISTRATORS)
        .answer(set_domain);
    registry.mutation("adminOrganizations.rename", Access::FRESH_ADMINISTRATORS).answer(rename);
    registry
        .mutation("adminOrganizations.setScope", Access::FRESH_ADMINISTRATORS)
        .answer(set_scope);
    registry
        .mutation("adminOrganizations.addMember", Access::FRESH_ADMINISTRATORS)
        .answer(add_member);
    registry
        .mutation("adminOrganizations.setMemberRole", Access::FRESH_ADMINISTRATORS)
        .answer(set_member_role);
    registry
        .mutation("adminOrganizations.removeMember", Access::FRESH_ADMINISTRATORS)
        .answer(remove_member);
    registry.query("adminHistory.list", Access::ADMINISTRATORS).answer(history);
    registry
        .query("adminHistory.meta", Access::ADMINISTRATORS)
        .answer(|context: CallContext, (): ()| meta(context, "audit_entries"));
}

async fn list(context: CallContext, query: Query) -> Result<ListOrganizationsResponse, Problem> {
    Ok(context.upstream.administration.clone().list_organizations(query).await?.into_inner())
}

async fn meta(context: CallContext, resource: &str) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: resource.to_owned() };
    Ok(context.upstream.administration.clone().get_meta(request).await?.into_inner())
}

async fn history(context: CallContext, query: Query) -> Result<ListAuditEntriesResponse, Problem> {
    Ok(context.upstream.administration.clone().list_audit_entries(query).await?.into_inner())
}

async fn get(context: CallContext, input: OrganizationId) -> Result<OrganizationDetail, Problem> {
    fields::id("id", &input.id)?;
    let request = GetOrganizationRequest { id: input.id };
    Ok(context.upstream.administration.clone().get_organization(request).await?.into_inner())
}

async fn set_plan(
    context: CallContext,
    input: OrganizationPlan,
) -> Result<SetOrganizationPlanResponse, Problem> {
    let id = fields::subject(input.id)?;
    let (plan, ends_at) = (input.plan.into(), input.ends_at);
    let request = SetOrganizationPlanRequest { id, plan, ends_at };
    let answer = context.upstream.administration.clone().set_organization_plan(request).await?;
    outdate_caller(&context)?;
    Ok(answer.into_inner())
}

async fn set_domain(
    context: CallContext,
    input: OrganizationDomain,
) -> Result<SetOrganizationDomainResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::line("domain", input.domain.as_deref().unwrap_or_default(), LONGEST_EMAIL)?;
    let request = SetOrganizationDomainRequest { id, domain: input.domain };
    let answer = context.upstream.administration.clone().set_organization_domain(request).await?;
    outdate_caller(&context)?;
    Ok(answer.into_inner())
}

async fn rename(
    context: CallContext,
    input: OrganizationName,
) -> Result<RenameOrganizationResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::line("name", &input.name, fields::LONGEST_LINE)?;
    let request = RenameOrganizationRequest { id, name: input.name };
    let answer = context.upstream.administration.clone().rename_organization(request).await?;
    outdate_caller(&context)?;
    Ok(answer.into_inner())
}

async fn set_scope(
    context: CallContext,
    input: ScopeOfOrganization,
) -> Result<SetOrganizationScopeResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::line("name", input.name.as_deref().unwrap_or_default(), fields::LONGEST_LINE)?;
    let (scope, name) = (input.scope.into(), input.name);
    let request = SetOrganizationScopeRequest { id, scope, name };
    let answer = context.upstream.administration.clone().set_organization_scope(request).await?;
    let answer = answer.into_inner();
    if let Some(user) = &answer.user_id {
        context.user_changed(user);
    }
    Ok(answer)
}

async fn add_member(
    context: CallContext,
    input: NewOrganizationMember,
) -> Result<AddOrganizationMemberResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::line("email", &input.email, LONGEST_EMAIL)?;
    let role = input.role.into();
    let request = AddOrganizationMemberRequest { id, email: input.email, role };
    let answer = context.upstream.administration.clone().add_organization_member(request).await?;
    let answer = answer.into_inner();
    context.user_changed(&answer.user_id);
    Ok(answer)
}

async fn set_member_role(
    context: CallContext,
    input: OrganizationMemberRole,
) -> Result<SetOrganizationMemberRoleResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::id("user_id", &input.user_id)?;
    let (user_id, role) = (input.user_id.clone(), input.role.into());
    let request = SetOrganizationMemberRoleRequest { id, user_id, role };
    let mut administration = context.upstream.administration.clone();
    let answer = administration.set_organization_member_role(request).await?;
    context.user_changed(&input.user_id);
    Ok(answer.into_inner())
}

async fn remove_member(
    context: CallContext,
    input: OrganizationMemberId,
) -> Result<RemoveOrganizationMemberResponse, Problem> {
    let id = fields::subject(input.id)?;
    fields::id("user_id", &input.user_id)?;
    let user_id = input.user_id.clone();
    let request = RemoveOrganizationMemberRequest { id, user_id };
    let mut administration = context.upstream.administration.clone();
    let answer = administration.remove_organization_member(request).await?;
    context.user_changed(&input.user_id);
    Ok(answer.into_inner())
}

/// The caller may be a member, and sees the change at once; the others learn of it by events.
fn outdate_caller(context: &CallContext) -> Result<(), Problem> {
    context.user_changed(&context.member()?.user.id);
    Ok(())
}
