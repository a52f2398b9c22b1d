//! The audit history of administrators: written in the transaction of the change, never altered.

pub mod list;

mod record;
mod replace_person;

pub use record::{Change, Entry, note, record};
pub use replace_person::replace_person;
