//! Teams: who belongs to which, who may change it, and how somebody comes in.
//!
//! Whatever changes the members, the invitations or the domain of a team locks its row first, so
//! that two such changes never see each other's half.

pub mod accept;
pub mod auto_join;
pub mod clean;
pub mod create;
pub mod decline;
pub mod invitations;
pub mod invite;
pub mod join;
pub mod leave;
pub mod members;
pub mod offers;
pub mod remove;
pub mod rename;
pub mod resend;
pub mod revoke;
pub mod set_role;
pub mod switch;

pub(crate) mod domain;
pub(crate) mod membership;
pub(crate) mod name;
pub(crate) mod place;

mod letter;
mod limits;
mod open;

pub(crate) use membership::MOST_MEMBERS;
