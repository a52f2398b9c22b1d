//! The members of a team: listed, promoted, removed.

pub(crate) mod leave;
pub(crate) mod list;
pub(crate) mod remove;
pub(crate) mod set_role;

pub(crate) mod memberships;
