//! Replaces an erased user in audit entries by a pseudonym.

use kit::db::{DbError, Tx};
use uuid::Uuid;

/// Replaces the user as actor and as the one whose role an entry is about, and removes the reasons of these roles.
///
/// The pseudonym connects the entries of one person, and leads to nobody. The digests of the entries stay as they are, and without
/// their salts nobody can find out whose they were.
pub async fn replace(tx: &mut Tx, user: Uuid, pseudonym: Uuid) -> Result<(), DbError> {
    sqlx::query("INSERT INTO audit_pseudonyms (pseudonym) VALUES ($1)")
        .bind(pseudonym)
        .execute(&mut **tx)
        .await?;
    sqlx::query("UPDATE audit_persons SET actor_id = $2, actor_salt = NULL WHERE actor_id = $1")
        .bind(user)
        .bind(pseudonym)
        .execute(&mut **tx)
        .await?;
    sqlx::query(
        "UPDATE audit_persons SET user_id = $2, reason = NULL, subject_salt = NULL WHERE user_id = $1",
    )
    .bind(user)
    .bind(pseudonym)
    .execute(&mut **tx)
    .await?;
    Ok(())
}
