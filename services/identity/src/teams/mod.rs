//! Teams: who belongs to which, who may change it, and how somebody comes in.
//!
//! Whatever changes the members, the invitations or the domain of a team locks its row first, so
//! that two such changes never see each other's half.

pub mod create;
pub mod domain_access;
pub mod invitations;
pub mod members;
pub mod rename;
pub mod switch_organization;

pub(crate) mod access;
pub(crate) mod limits;
pub(crate) mod name;
