//! The members of a team: listed, promoted, removed.

pub mod leave;
pub mod list;
pub mod remove;
pub mod set_role;

pub(crate) mod memberships;
