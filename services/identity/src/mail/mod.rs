//! E-mail: what an address is, how a message is built, and who delivers it.

pub mod address;
pub mod mailer;

pub(crate) mod message;
