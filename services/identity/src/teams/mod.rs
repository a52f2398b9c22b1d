//! Teams: their members, their invitations, and access by domain, each changed only after the row of the team is
//! locked.

pub(crate) mod create;
pub mod domain_access;
pub mod invitations;
pub(crate) mod members;
pub(crate) mod rename;
pub(crate) mod switch_organization;

pub(crate) mod access;
pub(crate) mod limits;
pub(crate) mod name;
