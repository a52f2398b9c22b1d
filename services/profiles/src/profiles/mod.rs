//! A user's profile and preferences: one file for each call, the row, and the rules.

pub(crate) mod create;
pub(crate) mod erase;
pub(crate) mod export_person;
pub(crate) mod get;
pub(crate) mod update;
pub(crate) mod update_preferences;

pub(crate) mod row;

mod user_id;
mod validate;
