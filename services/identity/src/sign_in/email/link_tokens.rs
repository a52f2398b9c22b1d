//! The tokens of sign-in links: stored as hashes, redeemed once, deleted when they expire.

use kit::db::Tx;
use time::OffsetDateTime;

use crate::context::Context;
use crate::email_address;
use crate::error::IdentityError;
use crate::{delete_in_batches, secrets};

pub struct NewLink<'a> {
    pub email: &'a str,
    pub grants_admin: bool,
    /// The random value in a cookie of the browser that requested the link; empty if none did.
    pub browser_nonce: &'a str,
    pub expires_at: OffsetDateTime,
}

#[derive(Clone, Copy)]
pub struct Visit<'a> {
    pub token: &'a str,
    /// The address that the link names.
    pub email: Option<&'a str>,
    /// The value in the cookie of the visiting browser; empty if it has none.
    pub browser_nonce: &'a str,
    /// Whether the visitor confirmed the sign-in.
    pub confirmed: bool,
}

#[derive(sqlx::FromRow)]
pub struct RedeemedToken {
    pub email: String,
    pub grants_admin: bool,
    pub expires_at: OffsetDateTime,
}

/// The normalized address that a link names; none if a mail program cut it off.
pub fn named_address(email: &str) -> Result<Option<String>, IdentityError> {
    match email {
        "" => Ok(None),
        email => email_address::normalise(email).map(Some).ok_or(IdentityError::LinkInvalid),
    }
}

/// Creates a token for the address.
pub async fn issue(ctx: &Context, tx: &mut Tx, link: NewLink<'_>) -> Result<String, IdentityError> {
    let token = secrets::token()?;
    let (secret, nonce) = (ctx.config.auth_secret.present(), link.browser_nonce);
    sqlx::query(
        "INSERT INTO email_tokens
             (token_hash, email, grants_admin, browser_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(secrets::link_hash(&token, &secret))
    .bind(link.email)
    .bind(link.grants_admin)
    .bind((!nonce.is_empty()).then(|| secrets::link_hash(nonce, &secret)))
    .bind(ctx.now())
    .bind(link.expires_at)
    .execute(&mut **tx)
    .await?;
    Ok(token)
}

/// The address of a valid token, which stays valid.
pub async fn find(
    ctx: &Context,
    tx: &mut Tx,
    token: &str,
    email: Option<&str>,
) -> Result<Option<String>, IdentityError> {
    let found = sqlx::query_scalar(
        "SELECT email FROM email_tokens
         WHERE token_hash = ANY($1) AND ($2::text IS NULL OR email = $2) AND expires_at > $3",
    )
    .bind(secrets::link_hashes(token, &ctx.config.auth_secret))
    .bind(email)
    .bind(ctx.now())
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found)
}

/// Redeems the token of an address, in the browser that requested it or after a confirmation. Of concurrent visitors
/// one succeeds; a wrong address and another browser redeem nothing.
pub async fn redeem(
    ctx: &Context,
    tx: &mut Tx,
    visit: Visit<'_>,
) -> Result<Option<RedeemedToken>, IdentityError> {
    let redeemed = sqlx::query_as(
        "DELETE FROM email_tokens
         WHERE token_hash = ANY($1) AND ($2::text IS NULL OR email = $2)
           AND ($3::boolean OR browser_hash = ANY($4))
         RETURNING email, grants_admin, expires_at",
    )
    .bind(secrets::link_hashes(visit.token, &ctx.config.auth_secret))
    .bind(visit.email)
    .bind(visit.confirmed)
    .bind(browser_hashes(ctx, visit.browser_nonce))
    .fetch_optional(&mut **tx)
    .await?;
    Ok(redeemed)
}

// A browser without the cookie matches no link.
fn browser_hashes(ctx: &Context, nonce: &str) -> Vec<Vec<u8>> {
    if nonce.is_empty() {
        return Vec::new();
    }
    secrets::link_hashes(nonce, &ctx.config.auth_secret)
}

/// Deletes a token whose mail was not sent.
pub async fn forget(ctx: &Context, token: &str) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM email_tokens WHERE token_hash = ANY($1)")
        .bind(secrets::link_hashes(token, &ctx.config.auth_secret))
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
