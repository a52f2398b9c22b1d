//! Sign-in by a link that is sent to an e-mail address.

pub mod finish;
pub mod get_link;
pub mod start;

pub(crate) mod link_mail;
pub(crate) mod link_settings;
pub(crate) mod link_tokens;

mod rate_limits;
