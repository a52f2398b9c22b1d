//! From the roles of a caller to the scope of a call.

pub mod chain;
pub mod data_grant;
pub mod decision;
pub mod directory;
pub mod explanation;
pub mod held_role;
pub mod outcomes;
pub mod policy_set;
pub mod timeline;
