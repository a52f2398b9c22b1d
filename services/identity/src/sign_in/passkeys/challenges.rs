//! Challenges of WebAuthn: each is answered once, within a few minutes.

use std::time::Duration;

use kit::db::Tx;
use time::OffsetDateTime;
use uuid::Uuid;
use webauthn_rp::response::SentChallenge;

use crate::context::Context;
use crate::delete_in_batches;
use crate::error::IdentityError;

// As long as browsers wait for the user.
const LIFETIME: Duration = Duration::from_mins(5);

/// A challenge that is about to be sent.
pub struct NewChallenge {
    pub challenge: u128,
    /// The user who adds a passkey; none for a sign-in.
    pub user: Option<Uuid>,
    /// What the library needs to verify the answer.
    pub state: Vec<u8>,
}

/// Stores a challenge. A user has one at a time: the next replaces it.
pub async fn store(ctx: &Context, tx: &mut Tx, new: NewChallenge) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM passkey_challenges WHERE user_id = $1")
        .bind(new.user)
        .execute(&mut **tx)
        .await?;
    sqlx::query(
        "INSERT INTO passkey_challenges (challenge, user_id, state, expires_at)
         VALUES ($1, $2, $3, $4)",
    )
    .bind(new.challenge.to_be_bytes().to_vec())
    .bind(new.user)
    .bind(new.state)
    .bind(ctx.after(LIFETIME))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes the state of a challenge, outside of any transaction: an answer that is refused has spent it, too.
pub async fn take(
    ctx: &Context,
    challenge: SentChallenge,
    user: Option<Uuid>,
) -> Result<Vec<u8>, IdentityError> {
    let taken: Option<(Vec<u8>, OffsetDateTime)> = sqlx::query_as(
        "DELETE FROM passkey_challenges
         WHERE challenge = $1 AND user_id IS NOT DISTINCT FROM $2
         RETURNING state, expires_at",
    )
    .bind(challenge.0.to_be_bytes().to_vec())
    .bind(user)
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    match taken {
        Some((state, expires_at)) if expires_at > ctx.now() => Ok(state),
        _ => Err(IdentityError::PasskeyRefused),
    }
}

/// Deletes expired challenges; returns how many.
pub async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    delete_in_batches::delete_expired(
        ctx,
        ctx.now(),
        "DELETE FROM passkey_challenges WHERE challenge IN (
             SELECT challenge FROM passkey_challenges WHERE expires_at <= $1
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
