//! Brings the schema of a database up to date.

use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::Instant;

use super::{Db, DbError};

/// How long to wait for another process that migrates the same database.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs the migrations that are missing, on a connection of its own without a statement limit.
pub async fn migrate(db: &Db, migrator: &Migrator) -> anyhow::Result<()> {
    let options = db.config.options.clone().options([("lock_timeout", "3s"), ("TimeZone", "UTC")]);
    let deadline = Instant::now() + PATIENCE;
    loop {
        let outcome = async {
            let mut connection = options.connect().await?;
            let outcome = migrator.run_direct(None, &mut connection, false).await;
            connection.close().await?;
            outcome
        };
        match outcome.await {
            Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _))
                if Instant::now() < deadline =>
            {
                let error = DbError::from(error);
                if !error.is_transient() {
                    return Err(error.into());
                }
                tracing::info!(%error, "the database is busy or away, migration waits");
                tokio::time::sleep(Duration::from_millis(rand::random_range(200..600))).await;
            }
            outcome => return Ok(outcome?),
        }
    }
}
