//! Roles: sets of policies that users and organizations hold.

pub(crate) mod create;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod set_status;
pub(crate) mod update;

mod input;
mod row;
mod save;

pub(crate) use row::{Row, active, by_id};
pub(crate) use save::{insert, update as update_row};

/// The beginnings of names that the installation alone uses.
pub(crate) const RESERVED_PREFIXES: [&str; 2] = ["plan.", "internal."];
/// The role whose holders may give others what they do not have themselves.
pub(crate) const SUPER_ADMINISTRATOR: &str = "internal.super_administrator";
