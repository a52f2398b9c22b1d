//! Sign-in by a link that is sent to an e-mail address.

pub mod address;
pub mod finish;
pub mod limits;
pub mod mail;
pub mod mailer;
pub mod start;
pub mod tokens;
