//! Access to a team by the domain of an e-mail address, without an invitation.

pub mod auto_join;
pub mod join;

pub(crate) mod email_domain;
pub(crate) mod public_domains;
