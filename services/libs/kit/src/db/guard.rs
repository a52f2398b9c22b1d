//! The connection and the transaction that callers borrow.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Postgres, Transaction};
use tokio::sync::OwnedSemaphorePermit;

use super::DbError;
use crate::security_log::{self, Entry};

/// How long a commit may take before its outcome counts as unknown.
const COMMIT: Duration = Duration::from_secs(2);

/// A connection outside a transaction. Return it before requesting another one.
#[derive(Debug)]
pub struct Conn {
    pub(super) connection: PoolConnection<Postgres>,
    pub(super) place: OwnedSemaphorePermit,
}

impl Deref for Conn {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Conn {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

/// A transaction; dropped without a commit it is rolled back.
#[derive(Debug)]
pub struct Tx {
    pub(super) transaction: Transaction<'static, Postgres>,
    #[expect(dead_code, reason = "held until the end, returned by its drop")]
    pub(super) place: OwnedSemaphorePermit,
    /// The lines of the security log about the changes, written once these are committed.
    pub(super) entries: Vec<Entry>,
}

impl Tx {
    /// Adds an entry of the security log for a change in the transaction.
    pub fn log(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Commits. After [`DbError::Timeout`] and [`DbError::Away`] the outcome is unknown.
    pub async fn commit(self) -> Result<(), DbError> {
        let committed = match tokio::time::timeout(COMMIT, self.transaction.commit()).await {
            Ok(outcome) => outcome.map_err(DbError::from),
            Err(_) => Err(DbError::Timeout),
        };
        let entries = self.entries.into_iter();
        match &committed {
            Ok(()) => entries.for_each(security_log::write),
            Err(DbError::Timeout | DbError::Away(_)) => {
                entries.map(Entry::unknown).for_each(security_log::write);
            }
            Err(_) => {}
        }
        committed
    }

    /// Rolls back.
    pub async fn rollback(self) -> Result<(), DbError> {
        match tokio::time::timeout(COMMIT, self.transaction.rollback()).await {
            Ok(outcome) => Ok(outcome?),
            Err(_) => Err(DbError::Timeout),
        }
    }
}

impl Deref for Tx {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.transaction
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.transaction
    }
}
