//! Creates a role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, AccessRole, AccessStatus, CreateRoleRequest, RecordKind, RoleKind, SavedRole,
};

use super::{input, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::MOST_ROLES;
use crate::stamp::Stamp;

/// Creates an active role without policies.
pub async fn create(
    ctx: &Context,
    person: Arc<Person>,
    request: CreateRoleRequest,
) -> Result<SavedRole, AccessError> {
    let changes = audit::values(request.role.as_ref());
    let attempt = Attempt::create(AccessAuditAction::RoleCreated, RecordKind::Role, changes);
    audit::audited(ctx, &person, attempt, insert(ctx, &person, request)).await
}

async fn insert(
    ctx: &Context,
    person: &Person,
    request: CreateRoleRequest,
) -> Result<SavedRole, AccessError> {
    let blank = AccessRole {
        kind: RoleKind::Custom.into(),
        status: AccessStatus::Active.into(),
        ..AccessRole::default()
    };
    let role = input::checked(request.role, blank)?;
    let mut checks = Checks::default();
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM roles").fetch_one(&mut *tx).await?;
    if count >= MOST_ROLES {
        return Err(AccessError::Full("roles"));
    }
    let role = save::insert(&mut tx, &stamp, role, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(role, &stamp))
}
