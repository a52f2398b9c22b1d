//! E-mail: addresses, messages and their delivery.

pub(crate) mod address;
pub(crate) mod mailer;

pub(crate) mod inert_names;
pub(crate) mod message;
