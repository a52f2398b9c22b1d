//! Locks a user for the change of an administrator.

use kit::db::Tx;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::IdentityError;

/// The user before the change.
#[derive(sqlx::FromRow)]
pub struct LockedUser {
    pub id: Uuid,
    pub email: String,
    pub role: String,
    pub features: Vec<String>,
    pub deactivated_at: Option<OffsetDateTime>,
}

/// Finds and locks the user.
pub async fn user(tx: &mut Tx, id: &str) -> Result<LockedUser, IdentityError> {
    let id: Uuid = id.parse().map_err(|_| IdentityError::UserNotFound)?;
    sqlx::query_as(
        "SELECT id, email, role, features, deactivated_at FROM users
         WHERE id = $1 FOR NO KEY UPDATE",
    )
    .bind(id)
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(IdentityError::UserNotFound)
}
