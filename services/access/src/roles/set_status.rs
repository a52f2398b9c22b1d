//! Disables a role, and enables it again.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, AccessRole, AccessStatus, Change, RecordKind, SavedRole,
    SetRoleStatusRequest,
};

use super::{row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::stamp::Stamp;

/// Sets the status; holders of a disabled role have none of its policies.
pub async fn set_status(
    ctx: &Context,
    person: Arc<Person>,
    request: SetRoleStatusRequest,
) -> Result<SavedRole, AccessError> {
    let action = action(request.status);
    let attempt = Attempt::change(action, RecordKind::Role, &request.id, Vec::new());
    audit::audited(ctx, &person, attempt, set(ctx, &person, request)).await
}

fn action(status: i32) -> AccessAuditAction {
    match AccessStatus::try_from(status) {
        Ok(AccessStatus::Disabled) => AccessAuditAction::RoleDisabled,
        _ => AccessAuditAction::RoleEnabled,
    }
}

async fn set(
    ctx: &Context,
    person: &Person,
    request: SetRoleStatusRequest,
) -> Result<SavedRole, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let status: AccessStatus = checks.choice("status", request.status);
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let before = row::lock(&mut tx, id, request.version).await?;
    if before.status() == status {
        return Ok(save::saved(before, &stamp.unused()));
    }
    let policies = escalation::policies_of_role(&mut tx, id).await?;
    let (change, grant) = match status {
        AccessStatus::Disabled => (Change::Ended, Grant::taking(policies)),
        _ => (Change::Updated, Grant::giving(policies)),
    };
    escalation::check(&mut tx, (person, &stamp), grant).await?;
    let after = AccessRole { status: status.into(), ..before.clone() };
    let change = (action(status.into()), change);
    let role = save::update(&mut tx, &stamp, (&before, after), change, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(role, &stamp))
}
