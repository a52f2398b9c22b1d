//! Checks of the administrator who makes a change.

use kit::db::Tx;
use kit::peers::Person;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::IdentityError;

/// The administrator who makes a change.
#[derive(Debug, sqlx::FromRow)]
pub struct Actor {
    pub id: Uuid,
    pub email: String,
}

/// The administrator that a call names. A gateway remembers a role for a moment after it was removed, so it is checked
/// again here; and what was stated before the last change of role or state is outdated.
pub async fn require(conn: &mut PgConnection, person: &Person) -> Result<Actor, IdentityError> {
    let id: Uuid = person.user_id.parse().map_err(|_| IdentityError::AdministratorRequired)?;
    sqlx::query_as(
        "SELECT id, email FROM users
         WHERE id = $1 AND role = 'ADMIN' AND deactivated_at IS NULL AND role_epoch <= $2",
    )
    .bind(id)
    .bind(person.role_epoch)
    .fetch_optional(conn)
    .await?
    .ok_or(IdentityError::AdministratorRequired)
}

/// Locks all active administrators in one order, so that two of them cannot remove each other at the same moment.
pub async fn lock_all(tx: &mut Tx) -> Result<Vec<Uuid>, IdentityError> {
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
