//! Keys with which programs call the API: what their owners do with them, how they are checked, and how they end.

pub mod ages;
pub mod peppers;

pub(crate) mod check;
pub(crate) mod create;
pub(crate) mod enable;
pub(crate) mod endings;
pub(crate) mod get_use;
pub(crate) mod list;
pub(crate) mod list_held;
pub(crate) mod notice_mail;
pub(crate) mod report_leaks;
pub(crate) mod report_use;
pub(crate) mod revoke;
pub(crate) mod rotate;
pub(crate) mod set_status;
pub(crate) mod update;

mod input;
mod owner;
mod room;
mod row;
mod save;
mod secret;

pub(crate) use row::Row;
