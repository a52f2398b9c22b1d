//! The tokens of sign-in links: stored hashed, spent once, gone when they expire.

use kit::db::Tx;
use time::OffsetDateTime;

use crate::context::Context;
use crate::error::IdentityError;
use crate::{delete_in_batches, secrets};

/// What a spent token was good for.
#[derive(sqlx::FromRow)]
pub struct Spent {
    pub email: String,
    pub grants_admin: bool,
    pub expires_at: OffsetDateTime,
}

/// Makes a token for the address.
pub async fn issue(
    ctx: &Context,
    tx: &mut Tx,
    email: &str,
    grants_admin: bool,
) -> Result<String, IdentityError> {
    let token = secrets::token()?;
    sqlx::query(
        "INSERT INTO email_tokens (token_hash, email, grants_admin, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(secrets::link_hash(&token, &ctx.config.auth_secret))
    .bind(email)
    .bind(grants_admin)
    .bind(ctx.now())
    .bind(ctx.after(ctx.config.email_token_max_age))
    .execute(&mut **tx)
    .await?;
    Ok(token)
}

/// Spends the token of an address. Of concurrent visitors one gets it; a wrong one spends nothing.
pub async fn spend(
    ctx: &Context,
    tx: &mut Tx,
    token: &str,
    email: Option<&str>,
) -> Result<Option<Spent>, IdentityError> {
    let spent = sqlx::query_as(
        "DELETE FROM email_tokens WHERE token_hash = $1 AND ($2::text IS NULL OR email = $2)
         RETURNING email, grants_admin, expires_at",
    )
    .bind(secrets::link_hash(token, &ctx.config.auth_secret))
    .bind(email)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(spent)
}

/// Forgets a token whose mail was not sent.
pub async fn forget(ctx: &Context, token: &str) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM email_tokens WHERE token_hash = $1")
        .bind(secrets::link_hash(token, &ctx.config.auth_secret))
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}

/// Forgets every link that would make an administrator.
pub async fn forget_admin_links(tx: &mut Tx) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM email_tokens WHERE grants_admin").execute(&mut **tx).await?;
    Ok(())
}

/// Deletes expired tokens; answers how many.
pub async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    delete_in_batches::delete_expired(
        ctx,
        ctx.now(),
        "DELETE FROM email_tokens WHERE token_hash IN (
             SELECT token_hash FROM email_tokens WHERE expires_at <= $1
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
