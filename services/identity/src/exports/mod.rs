//! Exports of everything about a person: an archive with one JSON file and a CSV file for each section, made in the background
//! and kept for a day.

pub mod cancel;
pub mod list;
pub mod read;
pub mod start;

pub(crate) mod delete_expired;

mod archive;
mod job;
mod limits;
mod sections;
