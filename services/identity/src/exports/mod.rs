//! Exports of everything about a person: a JSON file and an archive of CSV files, made in the background and kept for a day.

pub mod cancel;
pub mod list;
pub mod read;
pub mod start;

pub(crate) mod delete_expired;

mod archive;
mod job;
mod limits;
mod sections;
