//! Checks of the administrator who makes a change.

use kit::db::Tx;
use uuid::Uuid;

use crate::error::IdentityError;

/// The administrator who makes a change.
#[derive(Debug, sqlx::FromRow)]
pub struct Actor {
    pub id: Uuid,
    pub email: String,
}

/// The administrator with an id. A gateway caches a role for a moment after it was removed, so it is checked again
/// here.
pub async fn actor(tx: &mut Tx, id: &str) -> Result<Actor, IdentityError> {
    let id: Uuid = id.parse().map_err(|_| IdentityError::AdministratorRequired)?;
    sqlx::query_as(
        "SELECT id, email FROM users
         WHERE id = $1 AND role = 'ADMIN' AND deactivated_at IS NULL",
    )
    .bind(id)
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(IdentityError::AdministratorRequired)
}

/// Locks all active administrators in one order, so that two of them cannot remove each other at the same moment.
pub async fn lock(tx: &mut Tx) -> Result<Vec<Uuid>, IdentityError> {
    let administrators = sqlx::query_scalar(
        "SELECT id FROM users WHERE role = 'ADMIN' AND deactivated_at IS NULL
         ORDER BY id FOR UPDATE",
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(administrators)
}

/// Refuses a change of the actor's own account, which could leave no administrator.
pub fn refuse_own_account(
    actor: &Actor,
    user: Uuid,
    administrators: &[Uuid],
) -> Result<(), IdentityError> {
    match administrators {
        _ if actor.id != user => Ok(()),
        [only] if *only == user => Err(IdentityError::LastAdministrator),
        _ => Err(IdentityError::OwnAccount),
    }
}
