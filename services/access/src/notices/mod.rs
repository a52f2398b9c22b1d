//! The mails that are to be sent: written with the change that they announce, and sent until the mail server takes them.

pub mod mail;
pub mod send;

pub(crate) mod add;
