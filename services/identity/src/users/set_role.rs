//! Gives a user another role.

use proto::codec::Text;
use proto::identity::v1::{Role, SetUserRoleRequest, SetUserRoleResponse};
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::users::announce;

/// Sets the role; the last administrator cannot be demoted.
pub async fn set_role(
    ctx: &Context,
    request: SetUserRoleRequest,
) -> Result<SetUserRoleResponse, IdentityError> {
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::UserNotFound)?;
    let role = Role::try_from(request.role)
        .ok()
        .filter(|role| *role != Role::Unspecified)
        .ok_or(IdentityError::Invalid("role"))?;

    let mut tx = ctx.db.tx().await?;
    // All administrators are locked, in one order: two of them cannot demote each other at once.
    let administrators: Vec<Uuid> =
        sqlx::query_scalar("SELECT id FROM users WHERE role = 'ADMIN' ORDER BY id FOR UPDATE")
            .fetch_all(&mut *tx)
            .await?;
    if role != Role::Admin && administrators == [id] {
        return Err(IdentityError::LastAdministrator);
    }
    let changed = sqlx::query("UPDATE users SET role = $2, updated_at = $3 WHERE id = $1")
        .bind(id)
        .bind(role.text())
        .bind(ctx.now())
        .execute(&mut *tx)
        .await?;
    announce::commit_change(tx, id, &changed).await?;
    Ok(SetUserRoleResponse {})
}
