//! Every statement that is made of the declarations of kinds.

mod announce;
mod derived;
mod known;
mod read;
mod remove;
mod save;
mod written;

pub use announce::{Change, Gone, announce};
pub use derived::refresh;
pub use known::Known;
pub use read::{Record, by_ids};
pub use remove::{Removal, imported_beside, remove, samples, samples_beside};
pub use save::{Saved, save};
pub use written::{Written, written};

/// Columns that every table has beside its own, as files and people write them.
pub const TAIL: [&str; 3] = ["source", "licence", "retrieved_on"];
