//! The statements that are composed from the declarations of kinds.

mod announce;
mod cells;
mod remove;
mod targets;
mod update_derived;
mod upsert;

use announce::announce;
pub use announce::announce_all;
pub use cells::{RecordCells, cells};
pub use remove::{Removal, imported_except, remove, samples, samples_except};
pub use targets::Targets;
pub use update_derived::update_derived;
pub use upsert::{SaveCounts, upsert};

/// Columns that every table has after its own, as files and editors write them.
pub const PROVENANCE_COLUMNS: [&str; 3] = ["source", "licence", "retrieved_on"];
/// Columns with what the licence allows, of kinds whose records may be restricted. Manifests state them for files.
pub const TERMS_COLUMNS: [&str; 2] = ["visible_to", "is_redistributable"];
