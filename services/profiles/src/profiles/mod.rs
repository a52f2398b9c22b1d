//! A user's profile and preferences: one file for each call, the row, and the rules.

pub mod create;
pub mod erase;
pub mod export_person;
pub mod get;
pub mod update;
pub mod update_preferences;

pub(crate) mod row;

mod user_id;
mod validate;
