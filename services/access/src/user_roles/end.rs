//! Takes a role from a user.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{AccessAuditAction, EndUserRoleRequest, RecordKind, SavedUserRole};
use uuid::Uuid;

use super::{check_subject, row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::roles;
use crate::stamp::Stamp;

/// Ends the role. Its history stays.
pub async fn end(
    ctx: &Context,
    person: Arc<Person>,
    request: EndUserRoleRequest,
) -> Result<SavedUserRole, AccessError> {
    let (action, kind) = (AccessAuditAction::UserRoleEnded, RecordKind::UserRole);
    let attempt = Attempt::change(action, kind, &request.id, Vec::new());
    audit::audited(ctx, &person, attempt, remove(ctx, &person, request)).await
}

async fn remove(
    ctx: &Context,
    person: &Person,
    request: EndUserRoleRequest,
) -> Result<SavedUserRole, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let reason = checks.reason(&request.reason);
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let user_role = row::lock(&mut tx, id, request.version).await?;
    let role_id: Uuid = user_role.role_id.parse().unwrap_or_default();
    let role = roles::by_id(&mut tx, role_id).await?;
    check_subject(&mut tx, &stamp, &user_role, &role.name).await?;
    let policies = escalation::policies_of_role(&mut tx, role_id).await?;
    let taken = escalation::within(&policies, user_role.starts_at, user_role.expires_at);
    escalation::check(&mut tx, (person, &stamp), Grant::taking(taken)).await?;
    save::end(&mut tx, &stamp, &user_role, &reason).await?;
    tx.commit().await?;
    Ok(save::saved(user_role, &stamp))
}
