//! Challenges of WebAuthn: each is answered once, within a few minutes.

use kit::db::Tx;
use kit::identity_limits::CHALLENGE_LIFETIME;
use time::OffsetDateTime;
use uuid::Uuid;
use webauthn_rp::response::SentChallenge;

use crate::context::Context;
use crate::error::IdentityError;
use crate::{delete_in_batches, secrets};

/// The session or the browser that may answer a challenge.
#[derive(Clone, Copy)]
pub enum Holder<'a> {
    /// The session in which a user adds a passkey.
    Session { user: Uuid, id: &'a str },
    /// The browser that signs in, by the random value of its cookie.
    Browser { nonce: &'a str },
}

impl Holder<'_> {
    fn user(self) -> Option<Uuid> {
        match self {
            Self::Session { user, .. } => Some(user),
            Self::Browser { .. } => None,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Session { id, .. } => format!("session {id}"),
            Self::Browser { nonce } => format!("browser {nonce}"),
        }
    }
}

/// A challenge that is about to be sent.
pub struct NewChallenge {
    pub challenge: u128,
    /// The state of the library for verifying the answer.
    pub state: Vec<u8>,
}

/// Stores a challenge. A user who adds a passkey has one at a time: the next replaces it.
pub async fn store(
    ctx: &Context,
    tx: &mut Tx,
    holder: Holder<'_>,
    new: NewChallenge,
) -> Result<(), IdentityError> {
    let hash = secrets::link_hash(&holder.text(), &ctx.config.auth_secret.present());
    sqlx::query("DELETE FROM passkey_challenges WHERE user_id = $1")
        .bind(holder.user())
        .execute(&mut **tx)
        .await?;
    sqlx::query(
        "INSERT INTO passkey_challenges (challenge, user_id, holder_hash, state, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(new.challenge.to_be_bytes().to_vec())
    .bind(holder.user())
    .bind(hash)
    .bind(new.state)
    .bind(ctx.after(CHALLENGE_LIFETIME))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes the state of a challenge, outside of any transaction: an answer that is refused has spent it, too. An answer of
/// anybody but the holder takes nothing.
pub async fn take(
    ctx: &Context,
    challenge: SentChallenge,
    holder: Holder<'_>,
) -> Result<Vec<u8>, IdentityError> {
    let taken: Option<(Vec<u8>, OffsetDateTime)> = sqlx::query_as(
        "DELETE FROM passkey_challenges
         WHERE challenge = $1 AND user_id IS NOT DISTINCT FROM $2 AND holder_hash = ANY($3)
         RETURNING state, expires_at",
    )
    .bind(challenge.0.to_be_bytes().to_vec())
    .bind(holder.user())
    .bind(secrets::link_hashes(&holder.text(), &ctx.config.auth_secret))
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
