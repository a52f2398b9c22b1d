//! The plans of organizations: what they allow, what was used of them, and requests for another plan.

pub(crate) mod get;
pub(crate) mod notice_mail;
pub(crate) mod request;
pub(crate) mod requests;

mod member;
mod terms;
mod used;
