//! The statements that are composed from the declarations of kinds.

mod announce;
mod cells;
mod refresh;
mod remove;
mod save;
mod targets;

use announce::announce;
pub use cells::{RecordCells, cells};
pub use refresh::refresh;
pub use remove::{Removal, imported_except, remove, samples, samples_except};
pub use save::{Saved, save};
pub use targets::Targets;

/// Columns that every table has after its own, as files and editors write them.
pub const PROVENANCE_COLUMNS: [&str; 3] = ["source", "licence", "retrieved_on"];
