//! Takes a role from an organization.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, EndOrganizationRoleRequest, RecordKind, SavedOrganizationRole,
};
use uuid::Uuid;

use super::{row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::stamp::Stamp;

/// Ends the role. Its history stays.
pub async fn end(
    ctx: &Context,
    person: Arc<Person>,
    request: EndOrganizationRoleRequest,
) -> Result<SavedOrganizationRole, AccessError> {
    let (action, kind) = (AccessAuditAction::OrganizationRoleEnded, RecordKind::OrganizationRole);
    let attempt = Attempt::change(action, kind, &request.id, Vec::new());
    audit::audited(ctx, &person, attempt, remove(ctx, &person, request)).await
}

async fn remove(
    ctx: &Context,
    person: &Person,
    request: EndOrganizationRoleRequest,
) -> Result<SavedOrganizationRole, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let reason = checks.reason(&request.reason);
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let organization_role = row::lock(&mut tx, id, request.version).await?;
    let role_id: Uuid = organization_role.role_id.parse().unwrap_or_default();
    let policies = escalation::policies_of_role(&mut tx, role_id).await?;
    let taken =
        escalation::within(&policies, organization_role.starts_at, organization_role.expires_at);
    escalation::check(&mut tx, (person, &stamp), Grant::taking(taken)).await?;
    save::end(&mut tx, &stamp, &organization_role, &reason).await?;
    tx.commit().await?;
    Ok(save::saved(organization_role, &stamp))
}
