//! Passkeys (WebAuthn): users add, name and remove them, and sign in with one.

pub mod finish;
pub mod finish_registration;
pub mod list;
pub mod remove;
pub mod rename;
pub mod start;
pub mod start_registration;

pub(crate) mod challenges;
pub(crate) mod notice;
pub(crate) mod stored;

mod name;
mod relying_party;
