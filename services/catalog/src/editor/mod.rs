//! The verbs of editors: they save and remove records as the importer does, and record each change.

mod changes;
mod person;
mod remove;
mod save;

use kit::db::{DbError, Tx};

pub use changes::changes;
pub use person::{erase, export};
pub use remove::remove;
pub use save::save;

use crate::context::Context;
use crate::error::CatalogError;
use crate::import;
use crate::resources;
use crate::schema::Kind;

/// The longest wait for the end of another change, and for that of an import.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '800ms'";
/// The advisory lock that every change of an editor holds before that of imports, so that a refusal names who is in the way.
const EDIT_LOCK: &str = "SELECT pg_advisory_xact_lock(hashtext('catalog edit'))";

/// The kind of the records of a resource, if editors write it.
fn kind(resource: &str) -> Result<&'static Kind, CatalogError> {
    let kind = resources::by_name(resource).ok_or(CatalogError::ResourceUnknown)?.kind;
    if kind.is_written() { Ok(kind) } else { Err(CatalogError::ResourceNotWritten) }
}

/// Begins a transaction while no other editor's change and no import runs.
async fn begin(ctx: &Context) -> Result<Tx, CatalogError> {
    let mut tx = ctx.db.tx().await?;
    sqlx::query(LOCK_TIMEOUT).execute(&mut *tx).await?;
    let alone = sqlx::query(EDIT_LOCK).execute(&mut *tx).await.map_err(DbError::from);
    alone.map_err(|error| refusal(error, CatalogError::EditRuns))?;
    let alone = import::LOCK.wait(&mut tx).await;
    alone.map_err(|error| refusal(error, CatalogError::ImportRuns))?;
    Ok(tx)
}

/// The refusal of a change that did not get a lock.
fn refusal(error: DbError, refusal: CatalogError) -> CatalogError {
    match error {
        DbError::Timeout => refusal,
        error => error.into(),
    }
}
