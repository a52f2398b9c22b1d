//! E-mail: addresses, messages and their delivery.

pub mod address;
pub mod mailer;

pub(crate) mod inert_names;
pub(crate) mod message;
