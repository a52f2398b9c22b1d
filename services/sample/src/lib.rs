//! The sample universe: fictional issuers, assets, tokens, pools and loans and their numbers, the same each time and
//! named as samples.

mod address;
mod assets;
mod bridges;
mod class_fields;
mod compliance;
mod credit;
pub mod files;
mod later_loans;
mod loan_history;
mod news;
pub mod numbers;
mod offers;
mod parties;
pub mod program;
mod random;
mod reserves;
mod source_ranks;
mod table;
mod tables;
mod underlyings;

pub use random::Random;
pub use table::{Row, TODAY, Table};
pub use tables::tables;
