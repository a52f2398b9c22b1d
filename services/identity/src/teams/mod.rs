//! Teams: their members, their invitations, and access by domain, each changed only after the row of the team is
//! locked.

pub mod create;
pub mod domain_access;
pub mod invitations;
pub mod members;
pub mod rename;
pub mod switch_organization;

pub(crate) mod access;
pub(crate) mod limits;
pub(crate) mod name;
