//! The locks of an editor's change, and how long it waits for them.

use kit::db::{DbError, Tx};
use sqlx::PgConnection;

use crate::context::Context;
use crate::error::CatalogError;
use crate::import;

/// The longest wait for the end of another change, and for that of an import.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '800ms'";
/// The advisory lock that every change of an editor holds before that of imports, so that a refusal names who is in the way.
const EDIT_LOCK: &str = "SELECT pg_advisory_xact_lock(hashtext('catalog edit'))";

/// Begins a transaction while no other editor's change and no import runs.
pub async fn begin(ctx: &Context) -> Result<Tx, CatalogError> {
    let mut tx = ctx.db.tx().await?;
    sqlx::query(LOCK_TIMEOUT).execute(&mut *tx).await?;
    let alone = wait_for_changes(&mut tx).await;
    alone.map_err(|error| refusal(error, CatalogError::EditRuns))?;
    let alone = import::LOCK.wait(&mut tx).await;
    alone.map_err(|error| refusal(error, CatalogError::ImportRuns))?;
    Ok(tx)
}

/// Waits until no editor's change runs, and keeps others out until the transaction ends.
pub async fn wait_for_changes(tx: &mut PgConnection) -> Result<(), DbError> {
    sqlx::query(EDIT_LOCK).execute(tx).await?;
    Ok(())
}

/// The refusal of a change that did not get a lock.
fn refusal(error: DbError, refusal: CatalogError) -> CatalogError {
    match error {
        DbError::Timeout => refusal,
        error => error.into(),
    }
}
