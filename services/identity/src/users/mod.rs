//! Users: created at sign-in, listed and changed by administrators.

pub mod create;
pub mod deactivate;
pub mod end_sessions;
pub mod get;
pub mod list;
pub mod promote;
pub mod record;
pub mod remove_passkeys;
pub mod set_features;
pub mod set_role;
pub mod verify_email;

pub(crate) mod lock;
