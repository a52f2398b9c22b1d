//! Advisory locks that are held until a transaction ends.

use kit::db::Tx;

use crate::error::IdentityError;

/// Serializes transactions that create a user with the address.
pub async fn address(tx: &mut Tx, email: &str) -> Result<(), IdentityError> {
    hold(tx, "address", email).await
}

/// Serializes transactions that link the provider's account.
pub async fn account(tx: &mut Tx, provider: &str, subject: &str) -> Result<(), IdentityError> {
    hold(tx, provider, subject).await
}

async fn hold(tx: &mut Tx, kind: &str, key: &str) -> Result<(), IdentityError> {
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))")
        .bind(kind)
        .bind(key)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
