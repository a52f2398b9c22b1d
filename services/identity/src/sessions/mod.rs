//! Sessions: started, resolved, listed and ended.

pub mod delete_expired;
pub mod end;
pub mod list;
pub mod resolve;
pub mod revoke;
pub mod start;
