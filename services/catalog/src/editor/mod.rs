//! The verbs of editors: they save and remove records as the importer does, and record each change.

mod changes;
mod limits;
mod locks;
mod person;
mod remove;
mod save;

pub use changes::changes;
pub use person::{erase, export};
pub use remove::remove;
pub use save::save;

use crate::error::CatalogError;
use crate::resources;
use crate::schema::Kind;

/// The kind of the records of a resource, if editors write it.
fn kind(resource: &str) -> Result<&'static Kind, CatalogError> {
    let kind = resources::by_name(resource).ok_or(CatalogError::ResourceUnknown)?.kind;
    if kind.is_written() { Ok(kind) } else { Err(CatalogError::ResourceNotWritten) }
}
