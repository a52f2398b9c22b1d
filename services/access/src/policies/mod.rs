//! Policies: rules about the data that callers receive.

pub(crate) mod archive;
pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod update;

mod input;
mod row;
mod save;

pub(crate) use input::{check as check_values, with_values};
pub(crate) use row::{Row, by_id};
pub(crate) use save::{insert, update as update_row};
