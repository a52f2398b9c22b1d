//! The providers' accounts that are linked to users.

use kit::db::Tx;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;

/// The user of an account.
pub async fn find(
    tx: &mut Tx,
    provider: &str,
    subject: &str,
) -> Result<Option<Uuid>, IdentityError> {
    let user =
        sqlx::query_scalar("SELECT user_id FROM accounts WHERE provider = $1 AND subject = $2")
            .bind(provider)
            .bind(subject)
            .fetch_optional(&mut **tx)
            .await?;
    Ok(user)
}

/// Links the account to the user.
pub async fn link(
    ctx: &Context,
    tx: &mut Tx,
    provider: &str,
    subject: &str,
    user: Uuid,
) -> Result<(), IdentityError> {
    sqlx::query(
        "INSERT INTO accounts (provider, subject, user_id, created_at) VALUES ($1, $2, $3, $4)",
    )
    .bind(provider)
    .bind(subject)
    .bind(user)
    .bind(ctx.now())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Unlinks all accounts of a user.
pub async fn unlink_all(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM accounts WHERE user_id = $1").bind(user).execute(&mut **tx).await?;
    Ok(())
}
