//! The audit history: written in the transaction of each change, chained by hashes, never altered.

pub mod days;
pub(crate) mod list;
pub mod verify;

mod chain;
mod differences;
mod persons;
mod record;
mod refusals;

pub(crate) use differences::{differences, values};
pub(crate) use persons::replace as replace_person;
pub(crate) use record::{Entry, record};
pub(crate) use refusals::{Attempt, audited};
