//! Users: created at sign-in, listed and changed by administrators.

pub(crate) mod create;
pub(crate) mod deactivate;
pub(crate) mod end_sessions;
pub(crate) mod get;
pub mod list;
pub(crate) mod list_mail_addresses;
pub(crate) mod promote;
pub(crate) mod record;
pub(crate) mod remove_passkeys;
pub(crate) mod set_features;
pub(crate) mod set_role;
pub(crate) mod verify_email;

pub(crate) mod lock;
