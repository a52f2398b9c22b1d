//! Sets the role of a user as an administrator, so that an administrator always remains.

use std::sync::Arc;

use kit::peers::Person;
use kit::security_log::{self, Event};
use proto::codec::Text;
use proto::identity::v1::{AuditAction, Role, SetUserRoleRequest, SetUserRoleResponse};

use super::lock;
use crate::acting_administrator;
use crate::audit::{self, Change, Entry};
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;

/// Sets the role of another user, so that an administrator always remains.
pub async fn set_role(
    ctx: &Context,
    person: Arc<Person>,
    request: SetUserRoleRequest,
) -> Result<SetUserRoleResponse, IdentityError> {
    let role = Role::try_from(request.role)
        .ok()
        .filter(|role| *role != Role::Unspecified)
        .ok_or(IdentityError::Invalid("role"))?;

    let mut tx = ctx.db.tx().await?;
    let administrators = acting_administrator::lock_all(&mut tx).await?;
    let actor = acting_administrator::require(&mut tx, &person).await?;
    let user = lock::user(&mut tx, &request.id).await?;
    if user.role == role.text() {
        return Ok(SetUserRoleResponse {});
    }
    acting_administrator::refuse_own_account(&actor, user.id, &administrators)?;
    sqlx::query("UPDATE users SET role = $2, updated_at = $3 WHERE id = $1")
        .bind(user.id)
        .bind(role.text())
        .bind(ctx.now())
        .execute(&mut *tx)
        .await?;
    let change = Change::new("role", [&user.role], [role.text()]);
    let action = AuditAction::UserRoleChanged;
    let entry = Entry::of_user(action, user.id, &user.email, vec![change]);
    audit::record(ctx, &mut tx, Some(&actor), entry).await?;
    change_events::user_updated(&mut tx, user.id).await?;
    let changed = match role {
        Role::Admin => Event::AdministratorAppointed { user: user.id },
        _ => Event::RoleChanged { user: user.id, role: role.text() },
    };
    tx.log(security_log::Entry::success(changed));
    tx.commit().await?;
    Ok(SetUserRoleResponse {})
}
