//! Teams: their members, their invitations, and access by domain.
//!
//! Every change of the members, the invitations or the domain of a team locks its row first, so that two changes
//! never see each other half done.

pub mod create;
pub mod domain_access;
pub mod invitations;
pub mod members;
pub mod rename;
pub mod switch_organization;

pub(crate) mod access;
pub(crate) mod limits;
pub(crate) mod name;
