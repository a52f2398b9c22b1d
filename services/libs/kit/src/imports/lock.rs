//! The lock of imports: one load of a service runs at a time.

use std::time::Duration;

use sqlx::PgConnection;

use crate::db::{Db, DbError, Tx};
use crate::grpc;

/// The advisory lock that every load of a service holds.
#[derive(Clone, Copy, Debug)]
pub struct ImportLock {
    /// Its name, which stays the same from release to release: while replicas are replaced, both hold it.
    pub name: &'static str,
    /// How long a transaction with the lock may take.
    pub longest: Duration,
}

impl ImportLock {
    /// Begins a transaction that no other load of the service runs beside.
    pub async fn begin(self, db: &Db) -> Result<Tx, DbError> {
        // No caller waits for a load: its statements have the time that the pool gives them.
        let mut tx = grpc::within(self.longest, db.tx()).await?;
        if !self.is_free(&mut tx).await? {
            tracing::info!("another import is running; this one waits until it has ended");
            self.wait(&mut tx).await?;
        }
        Ok(tx)
    }

    /// Waits until no load runs, and keeps others from running until the transaction ends.
    pub async fn wait(self, tx: &mut PgConnection) -> Result<(), DbError> {
        sqlx::query("SELECT pg_advisory_xact_lock(hashtext($1))")
            .bind(self.name)
            .execute(tx)
            .await?;
        Ok(())
    }

    async fn is_free(self, tx: &mut PgConnection) -> Result<bool, DbError> {
        let free = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(hashtext($1))");
        Ok(free.bind(self.name).fetch_one(tx).await?)
    }
}
