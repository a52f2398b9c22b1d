//! Finds the user of an address that a person has just proved to own, and marks it as verified.

use kit::db::Tx;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::advisory_locks;
use crate::context::Context;
use crate::error::IdentityError;

/// The user of a verified address.
pub enum AddressOwner {
    /// A user whose address was verified before.
    Known(Uuid),
    /// A user whose address was only claimed until now.
    FirstProof(Uuid),
    /// There is no user.
    Unknown,
}

/// The user of an address, verified from now on.
pub async fn verify(
    ctx: &Context,
    tx: &mut Tx,
    email: &str,
) -> Result<AddressOwner, IdentityError> {
    advisory_locks::address(tx, email).await?;
    let found: Option<(Uuid, Option<OffsetDateTime>)> =
        sqlx::query_as("SELECT id, email_verified_at FROM users WHERE email = $1 FOR UPDATE")
            .bind(email)
            .fetch_optional(&mut **tx)
            .await?;
    match found {
        None => Ok(AddressOwner::Unknown),
        Some((user, Some(_))) => Ok(AddressOwner::Known(user)),
        Some((user, None)) => {
            sqlx::query("UPDATE users SET email_verified_at = $2, updated_at = $2 WHERE id = $1")
                .bind(user)
                .bind(ctx.now())
                .execute(&mut **tx)
                .await?;
            Ok(AddressOwner::FirstProof(user))
        }
    }
}

/// Whether a user has the address.
pub async fn exists(tx: &mut Tx, email: &str) -> Result<bool, IdentityError> {
    let exists = sqlx::query_scalar("SELECT EXISTS (SELECT FROM users WHERE email = $1)")
        .bind(email)
        .fetch_one(&mut **tx)
        .await?;
    Ok(exists)
}

/// The address of a user who has proved to own it.
pub async fn verified_address(tx: &mut Tx, user: Uuid) -> Result<Option<String>, IdentityError> {
    let address = sqlx::query_scalar(
        "SELECT email FROM users WHERE id = $1 AND email_verified_at IS NOT NULL",
    )
    .bind(user)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(address)
}
