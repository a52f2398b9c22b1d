//! The tokens of sign-in links: stored as hashes, redeemed once, deleted when they expire.

use kit::db::Tx;
use time::OffsetDateTime;

use crate::context::Context;
use crate::error::IdentityError;
use crate::{delete_in_batches, secrets};

/// A redeemed token.
#[derive(sqlx::FromRow)]
pub struct Redeemed {
    pub email: String,
    pub grants_admin: bool,
    pub expires_at: OffsetDateTime,
}

/// Creates a token for the address.
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

/// Redeems the token of an address. Of concurrent visitors one succeeds; a wrong address redeems nothing.
pub async fn redeem(
    ctx: &Context,
    tx: &mut Tx,
    token: &str,
    email: Option<&str>,
) -> Result<Option<Redeemed>, IdentityError> {
    let redeemed = sqlx::query_as(
        "DELETE FROM email_tokens WHERE token_hash = $1 AND ($2::text IS NULL OR email = $2)
         RETURNING email, grants_admin, expires_at",
    )
    .bind(secrets::link_hash(token, &ctx.config.auth_secret))
    .bind(email)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(redeemed)
}

/// Deletes a token whose mail was not sent.
pub async fn forget(ctx: &Context, token: &str) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM email_tokens WHERE token_hash = $1")
        .bind(secrets::link_hash(token, &ctx.config.auth_secret))
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}

/// Deletes all links that would make an administrator.
pub async fn forget_admin_links(tx: &mut Tx) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM email_tokens WHERE grants_admin").execute(&mut **tx).await?;
    Ok(())
}

/// Deletes expired tokens; returns how many.
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
