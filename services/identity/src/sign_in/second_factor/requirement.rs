//! The users who must have a second factor, and its state.

use kit::db::Tx;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::passkeys::stored_passkeys;

/// Whether the user has to show a passkey after the first factor: by choice, or as an administrator by the settings. An
/// administrator without a passkey signs in to add one; until then the session administers nothing (`sessions/resolve.rs`).
pub async fn at_sign_in(ctx: &Context, tx: &mut Tx, user: Uuid) -> Result<bool, IdentityError> {
    let required = sqlx::query_scalar(
        "SELECT second_factor
             OR (role = 'ADMIN' AND $2::boolean
                 AND EXISTS (SELECT FROM passkeys WHERE user_id = $1))
         FROM users WHERE id = $1",
    )
    .bind(user)
    .bind(ctx.config.admin_passkey_required)
    .fetch_one(&mut **tx)
    .await?;
    Ok(required)
}

/// The state of the second factor, as its user sees it.
#[derive(sqlx::FromRow)]
pub struct SecondFactor {
    pub enabled: bool,
    pub required: bool,
    pub recovery_codes_left: i64,
}

/// The second factor of a user.
pub async fn read(
    ctx: &Context,
    conn: &mut PgConnection,
    user: Uuid,
) -> Result<SecondFactor, IdentityError> {
    sqlx::query_as(
        "SELECT second_factor AS enabled, role = 'ADMIN' AND $2::boolean AS required,
                (SELECT count(*) FROM recovery_codes WHERE user_id = $1) AS recovery_codes_left
         FROM users WHERE id = $1",
    )
    .bind(user)
    .bind(ctx.config.admin_passkey_required)
    .fetch_optional(conn)
    .await?
    .ok_or(IdentityError::UserNotFound)
}

/// Removes passkeys, recovery codes and open sign-ins of a user, who needs no second factor from then on.
pub async fn reset(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    stored_passkeys::delete_all(tx, user).await?;
    for statement in [
        "DELETE FROM recovery_codes WHERE user_id = $1",
        "DELETE FROM pending_sign_ins WHERE user_id = $1",
        "UPDATE users SET second_factor = false WHERE id = $1",
    ] {
        sqlx::query(statement).bind(user).execute(&mut **tx).await?;
    }
    Ok(())
}
