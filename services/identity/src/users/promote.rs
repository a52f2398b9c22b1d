//! Makes users administrators: by `ADMIN_EMAILS` or by the first link.

use kit::db::Tx;
use kit::security_log::{self, Event};
use proto::codec::Text;
use proto::identity::v1::{AuditAction, Role};
use uuid::Uuid;

use crate::audit::{self, Change, Entry};
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;

/// Whether there is an administrator.
pub async fn administrator_exists(tx: &mut Tx) -> Result<bool, IdentityError> {
    let exists = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM users WHERE role = 'ADMIN' AND deactivated_at IS NULL)",
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(exists)
}

/// Makes the user an administrator if `ADMIN_EMAILS` contains the address that they have just proved for the first time.
///
/// Called once in the life of a user, so that a later change of the role holds; so does one before the first proof, and one
/// of an account of the address that was erased.
pub async fn promote_by_settings(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
) -> Result<(), IdentityError> {
    if ctx.config.admin_emails.is_empty() {
        return Ok(());
    }
    let named: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM users WHERE id = $1 AND email_verified_at IS NOT NULL
                                            AND email = ANY($2))
            AND NOT EXISTS (SELECT FROM audit_entries WHERE user_id = $1 AND action = $3)
            AND NOT EXISTS (SELECT FROM erased_users AS e JOIN users AS u
                                ON e.decided_address = sha256(convert_to(u.email, 'UTF8'))
                            WHERE u.id = $1)",
    )
    .bind(user)
    .bind(&ctx.config.admin_emails)
    .bind(AuditAction::UserRoleChanged.text())
    .fetch_one(&mut **tx)
    .await?;
    if named { promote(ctx, tx, user).await } else { Ok(()) }
}

/// Makes the user an administrator, unless they are one.
pub async fn promote(ctx: &Context, tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let promoted: Option<String> = sqlx::query_scalar(
        "UPDATE users SET role = 'ADMIN', updated_at = $2 WHERE id = $1 AND role <> 'ADMIN'
         RETURNING email",
    )
    .bind(user)
    .bind(ctx.now())
    .fetch_optional(&mut **tx)
    .await?;
    if let Some(email) = promoted {
        let change = Change::new("role", [Role::Customer.text()], [Role::Admin.text()]);
        let entry = Entry::of_user(AuditAction::UserRoleChanged, user, &email, vec![change]);
        audit::record(ctx, tx, None, entry).await?;
        change_events::user_updated(tx, user).await?;
        tx.log(security_log::Entry::success(Event::AdministratorAppointed { user }));
    }
    Ok(())
}
