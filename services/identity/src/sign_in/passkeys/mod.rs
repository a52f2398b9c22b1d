//! Passkeys (WebAuthn): users add, name and remove them, and sign in with one.

pub(crate) mod finish;
pub(crate) mod finish_registration;
pub(crate) mod list;
pub(crate) mod remove;
pub(crate) mod rename;
pub(crate) mod start;
pub(crate) mod start_registration;

pub(crate) mod challenges;
pub(crate) mod notice;
pub(crate) mod stored_passkeys;

mod name;
mod rate_limits;
mod relying_party;
