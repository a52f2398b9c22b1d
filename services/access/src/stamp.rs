//! The stamp of a change: its actor, its time and its epoch, taken once for a transaction.

use kit::clock::Clock;
use kit::db::{DbError, Tx};
use kit::peers::Person;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;

/// The actor and the time of a change, and the epoch with which it takes effect.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// The administrator; none is the installation itself.
    pub actor: Option<Uuid>,
    pub now: OffsetDateTime,
    pub epoch: i64,
}

impl Stamp {
    /// A change by the person of a call. Other changes wait until the transaction ends.
    pub async fn of_person(
        tx: &mut Tx,
        clock: &Clock,
        person: &Person,
    ) -> Result<Self, AccessError> {
        let epoch = raise_epoch(tx).await?;
        let actor = Some(actor(tx, person).await?);
        Ok(Self { actor, now: clock.now(), epoch })
    }

    /// A change by the installation itself.
    pub async fn of_installation(tx: &mut Tx, clock: &Clock) -> Result<Self, DbError> {
        let epoch = raise_epoch(tx).await?;
        Ok(Self { actor: None, now: clock.now(), epoch })
    }

    /// The stamp of a transaction that changes nothing: with the epoch before it.
    #[must_use]
    pub fn unused(self) -> Self {
        Self { epoch: self.epoch - 1, ..self }
    }
}

/// Waits for other changes, and keeps them out until the transaction ends.
pub async fn wait_for_changes(tx: &mut Tx) -> Result<(), DbError> {
    sqlx::query("SELECT epoch FROM access_epoch FOR UPDATE").execute(&mut **tx).await?;
    Ok(())
}

async fn raise_epoch(tx: &mut Tx) -> Result<i64, DbError> {
    let epoch = sqlx::query_scalar("UPDATE access_epoch SET epoch = epoch + 1 RETURNING epoch");
    Ok(epoch.fetch_one(&mut **tx).await?)
}

/// The id of the administrator. One who was erased changes nothing more: the statement that authorized the call may be older.
/// Called while no erasure can be under way.
pub async fn actor(tx: &mut Tx, person: &Person) -> Result<Uuid, AccessError> {
    let user: Uuid = person.user_id.parse().map_err(|_| AccessError::UserErased)?;
    if is_erased(tx, user).await? { Err(AccessError::UserErased) } else { Ok(user) }
}

/// Whether a user was erased.
pub async fn is_erased(tx: &mut Tx, user: Uuid) -> Result<bool, DbError> {
    let erased = sqlx::query_scalar("SELECT EXISTS (SELECT FROM erased_users WHERE user_id = $1)");
    Ok(erased.bind(user).fetch_one(&mut **tx).await?)
}
