//! Changes the name and the description of a role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{AccessAuditAction, Change, RecordKind, SavedRole, UpdateRoleRequest};

use super::{input, row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::stamp::Stamp;

/// Replaces the values of a role; without a difference nothing changes.
pub async fn update(
    ctx: &Context,
    person: Arc<Person>,
    request: UpdateRoleRequest,
) -> Result<SavedRole, AccessError> {
    let changes = audit::values(request.role.as_ref());
    let action = AccessAuditAction::RoleUpdated;
    let attempt = Attempt::change(action, RecordKind::Role, &request.id, changes);
    audit::audited(ctx, &person, attempt, replace(ctx, &person, request)).await
}

async fn replace(
    ctx: &Context,
    person: &Person,
    request: UpdateRoleRequest,
) -> Result<SavedRole, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let before = row::lock(&mut tx, id, request.version).await?;
    let after = input::checked(request.role, before.clone())?;
    if before == after {
        return Ok(save::saved(before, &stamp.unused()));
    }
    let change = (AccessAuditAction::RoleUpdated, Change::Updated);
    let role = save::update(&mut tx, &stamp, (&before, after), change, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(role, &stamp))
}
