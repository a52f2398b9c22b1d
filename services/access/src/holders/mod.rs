//! The users and organizations that hold a role or a policy.

pub(crate) mod count;
pub(crate) mod list;
