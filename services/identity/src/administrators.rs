//! Who administers, at the moment of a change.

use kit::db::Tx;
use uuid::Uuid;

use crate::error::IdentityError;

/// The administrator who makes a change.
#[derive(Debug, sqlx::FromRow)]
pub struct Actor {
    pub id: Uuid,
    pub email: String,
}

/// The administrator of an id. A gateway may remember a role for a moment after it was taken away, so it is
/// asked again here.
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

/// Lets one transaction at a time decide who administers, in one order: two administrators cannot end each
/// other at once. Those who do and can sign in.
pub async fn lock(tx: &mut Tx) -> Result<Vec<Uuid>, IdentityError> {
    let administrators = sqlx::query_scalar(
        "SELECT id FROM users WHERE role = 'ADMIN' AND deactivated_at IS NULL
         ORDER BY id FOR UPDATE",
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(administrators)
}

/// Refuses what would lock out the actor, and with the last administrator everybody.
pub fn spare_oneself(
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
