//! Assignments of policies to roles.

pub(crate) mod create;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod remove;
pub(crate) mod update;

mod input;
mod row;
mod save;

pub(crate) use input::checked;
pub(crate) use row::{Row, held};
pub(crate) use save::{insert, remove as remove_row, update as update_row};
