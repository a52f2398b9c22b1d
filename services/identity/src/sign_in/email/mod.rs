//! Sign-in by a link that is sent to an e-mail address.

pub(crate) mod finish;
pub(crate) mod get_link;
pub(crate) mod start;

pub(crate) mod link_mail;
pub(crate) mod link_settings;
pub(crate) mod link_tokens;

mod rate_limits;
