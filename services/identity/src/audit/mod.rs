//! The audit history of administrators: written in the transaction of the change, never altered.

pub mod list;

mod record;

pub use record::{Change, Entry, note, record};
