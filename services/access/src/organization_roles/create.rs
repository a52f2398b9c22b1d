//! Gives an organization a role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, CreateOrganizationRoleRequest, OrganizationRole, RecordKind, RoleSource,
    SavedOrganizationRole,
};

use super::{refuse_removed, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::roles::{self, SUPER_ADMINISTRATOR};
use crate::stamp::Stamp;

/// Gives an organization a role beside that of its plan.
pub async fn create(
    ctx: &Context,
    person: Arc<Person>,
    request: CreateOrganizationRoleRequest,
) -> Result<SavedOrganizationRole, AccessError> {
    let (action, kind) = (AccessAuditAction::OrganizationRoleCreated, RecordKind::OrganizationRole);
    let attempt = Attempt {
        organization: Some(request.organization_id.clone()),
        ..Attempt::create(action, kind, audit::values(Some(&request)))
    };
    audit::audited(ctx, &person, attempt, insert(ctx, &person, request)).await
}

async fn insert(
    ctx: &Context,
    person: &Person,
    request: CreateOrganizationRoleRequest,
) -> Result<SavedOrganizationRole, AccessError> {
    let mut checks = Checks::default();
    let organization = checks.id("organization_id", &request.organization_id);
    let role_id = checks.id("role_id", &request.role_id);
    let window = ("starts_at", request.starts_at);
    checks.window(window, request.expires_at, ctx.clock.now());
    let reason = checks.reason(&request.reason);
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let role = roles::active(&mut tx, role_id).await?;
    if role.name == SUPER_ADMINISTRATOR {
        return Err(AccessError::field("role_id", "only users hold this role"));
    }
    refuse_removed(&mut tx, organization).await?;
    let policies = escalation::policies_of_role(&mut tx, role_id).await?;
    escalation::check(&mut tx, (person, &stamp), Grant::giving(policies)).await?;
    let organization_role = OrganizationRole {
        organization_id: organization.to_string(),
        role_id: role_id.to_string(),
        source: RoleSource::Manual.into(),
        starts_at: request.starts_at,
        expires_at: request.expires_at,
        reason,
        ..OrganizationRole::default()
    };
    let organization_role = save::insert(&mut tx, &stamp, organization_role).await?;
    tx.commit().await?;
    Ok(save::saved(organization_role, &stamp))
}
