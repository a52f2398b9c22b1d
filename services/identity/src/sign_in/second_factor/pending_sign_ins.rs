//! Sign-ins between the first and the second factor: a token in the browser, its hash here, for a few minutes.

use std::time::Duration;

use kit::db::Tx;
use proto::codec::Text;
use proto::identity::v1::{SignInMethod, SignedIn};
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start;
use crate::{delete_in_batches, secrets};

const PENDING_LIFETIME: Duration = Duration::from_mins(10);
// For slips of the hand. A code has 120 random bits: nobody guesses one by many sign-ins either.
const MOST_ATTEMPTS: i16 = 5;

/// A sign-in that waits for the second factor.
pub struct PendingSignIn {
    pub user: Uuid,
    pub method: SignInMethod,
}

/// Starts to wait for the second factor of a user whose first one was accepted.
pub async fn start(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    method: SignInMethod,
) -> Result<SignedIn, IdentityError> {
    start::check_active(tx, user).await?;
    let token = secrets::token()?;
    let expires_at = ctx.after(PENDING_LIFETIME);
    sqlx::query(
        "INSERT INTO pending_sign_ins (token_hash, user_id, method, expires_at)
         VALUES ($1, $2, $3, $4)",
    )
    .bind(secrets::session_hash(&token))
    .bind(user)
    .bind(method.text())
    .bind(expires_at)
    .execute(&mut **tx)
    .await?;
    Ok(SignedIn {
        session_token: None,
        expires_at: kit::clock::milliseconds(expires_at),
        second_factor_token: Some(token),
    })
}

/// Counts an attempt, outside of any transaction: one that fails counts, too.
pub async fn attempt(ctx: &Context, token: &str) -> Result<PendingSignIn, IdentityError> {
    let found: Option<(Uuid, String)> = sqlx::query_as(
        "UPDATE pending_sign_ins SET attempts = attempts + 1
         WHERE token_hash = $1 AND expires_at > $2 AND attempts < $3
         RETURNING user_id, method",
    )
    .bind(secrets::session_hash(token))
    .bind(ctx.now())
    .bind(MOST_ATTEMPTS)
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    let (user, method) = found.ok_or(IdentityError::SecondFactorExpired)?;
    let method = SignInMethod::from_text(&method).unwrap_or_default();
    Ok(PendingSignIn { user, method })
}

/// Ends the wait; of two browsers with one token, one succeeds.
pub async fn complete(tx: &mut Tx, token: &str) -> Result<(), IdentityError> {
    let completed = sqlx::query("DELETE FROM pending_sign_ins WHERE token_hash = $1")
        .bind(secrets::session_hash(token))
        .execute(&mut **tx)
        .await?;
    if completed.rows_affected() == 0 { Err(IdentityError::SecondFactorExpired) } else { Ok(()) }
}

/// Deletes expired sign-ins; returns how many.
pub async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    delete_in_batches::delete_expired(
        ctx,
        ctx.now(),
        "DELETE FROM pending_sign_ins WHERE token_hash IN (
             SELECT token_hash FROM pending_sign_ins WHERE expires_at <= $1
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
