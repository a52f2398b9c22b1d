//! What administrators enter, change and remove: the verbs of the importer, with a note of each change.

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

/// Waiting for an import to end takes no longer than this.
const PATIENCE: &str = "SET LOCAL lock_timeout = '800ms'";

/// The kind of record behind the name of a resource.
fn kind(resource: &str) -> Result<&'static Kind, CatalogError> {
    let kind = resources::behind(resource).ok_or(CatalogError::ResourceUnknown)?;
    if kind.is_written() { Ok(kind) } else { Err(CatalogError::ResourceNotWritten) }
}

/// A transaction that no import runs beside.
async fn begin(ctx: &Context) -> Result<Tx, CatalogError> {
    let mut tx = ctx.db.tx().await?;
    sqlx::query(PATIENCE).execute(&mut *tx).await?;
    match import::alone(&mut tx).await {
        Ok(()) => Ok(tx),
        Err(DbError::Timeout) => Err(CatalogError::ImportRuns),
        Err(error) => Err(error.into()),
    }
}
