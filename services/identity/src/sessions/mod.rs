//! Sessions: who a browser is, until when.

pub mod delete_expired;
pub mod end;
pub mod list;
pub mod resolve;
pub mod revoke;
pub mod start;
