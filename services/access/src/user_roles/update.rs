//! Changes the window and the reason of a user's role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, RecordKind, SavedUserRole, UpdateUserRoleRequest, UserRole,
};
use uuid::Uuid;

use super::{check_subject, row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::roles;
use crate::stamp::Stamp;

/// Replaces the window and the reason; without a difference nothing changes.
pub async fn update(
    ctx: &Context,
    person: Arc<Person>,
    request: UpdateUserRoleRequest,
) -> Result<SavedUserRole, AccessError> {
    let (action, kind) = (AccessAuditAction::UserRoleUpdated, RecordKind::UserRole);
    let attempt = Attempt::change(action, kind, &request.id, audit::values(Some(&request)));
    audit::audited(ctx, &person, attempt, replace(ctx, &person, request)).await
}

async fn replace(
    ctx: &Context,
    person: &Person,
    request: UpdateUserRoleRequest,
) -> Result<SavedUserRole, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let window = ("starts_at", request.starts_at);
    checks.window(window, request.expires_at, ctx.clock.now());
    let reason = checks.reason(&request.reason);
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let before = row::lock(&mut tx, id, request.version).await?;
    let role_id: Uuid = before.role_id.parse().unwrap_or_default();
    let role = roles::by_id(&mut tx, role_id).await?;
    check_subject(&mut tx, &stamp, &before, &role.name).await?;
    let after = UserRole {
        starts_at: request.starts_at,
        expires_at: request.expires_at,
        reason,
        ..before.clone()
    };
    if before == after {
        return Ok(save::saved(before, &stamp.unused()));
    }
    let policies = escalation::policies_of_role(&mut tx, role_id).await?;
    let grant = Grant {
        before: escalation::within(&policies, before.starts_at, before.expires_at),
        after: escalation::within(&policies, after.starts_at, after.expires_at),
    };
    escalation::check(&mut tx, (person, &stamp), grant).await?;
    let user_role = save::update(&mut tx, &stamp, &before, after).await?;
    tx.commit().await?;
    Ok(save::saved(user_role, &stamp))
}
