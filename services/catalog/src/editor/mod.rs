//! The verbs of editors: they save and remove records as the importer does, and record each change.

mod changes;
mod remove;
mod save;

use kit::db::{DbError, Tx};

pub use changes::changes;
pub use remove::remove;
pub use save::save;

use crate::context::Context;
use crate::error::CatalogError;
use crate::import;
use crate::resources;
use crate::schema::Kind;

/// The longest wait for the end of an import.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '800ms'";

/// The kind of the records of a resource, if editors write it.
fn kind(resource: &str) -> Result<&'static Kind, CatalogError> {
    let kind = resources::by_name(resource).ok_or(CatalogError::ResourceUnknown)?.kind;
    if kind.is_written() { Ok(kind) } else { Err(CatalogError::ResourceNotWritten) }
}

/// Begins a transaction while no import runs.
async fn begin(ctx: &Context) -> Result<Tx, CatalogError> {
    let mut tx = ctx.db.tx().await?;
    sqlx::query(LOCK_TIMEOUT).execute(&mut *tx).await?;
    match import::wait_for_imports(&mut tx).await {
        Ok(()) => Ok(tx),
        Err(DbError::Timeout) => Err(CatalogError::ImportRuns),
        Err(error) => Err(error.into()),
    }
}
