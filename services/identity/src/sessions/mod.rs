//! Sessions: started, resolved, listed and ended.

pub mod delete_expired;
pub(crate) mod end;
pub(crate) mod list;
pub(crate) mod resolve;
pub(crate) mod revoke;
pub(crate) mod start;
