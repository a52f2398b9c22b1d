//! The lock that every load holds, and the transaction that begins with it.

use kit::db::{Db, DbError, Tx};
use kit::imports::ImportLock;

use crate::import::limits;

/// The lock that every load holds; loads become visible in the order of their numbers.
pub const LOCK: ImportLock =
    ImportLock { name: "timeseries import", longest: limits::LONGEST_LOAD };

/// A transaction that no other load runs beside.
pub async fn begin(db: &Db) -> Result<Tx, DbError> {
    let mut tx = LOCK.begin(db).await?;
    // One load runs at a time: it may sort in memory what would take files.
    sqlx::query("SET LOCAL work_mem = '64MB'").execute(&mut *tx).await?;
    Ok(tx)
}
