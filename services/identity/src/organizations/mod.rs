//! Organizations: created with their plan, listed and changed by administrators.

pub mod add_member;
pub mod get;
pub mod list;
pub mod members;
pub mod rename;
pub mod set_domain;
pub mod set_plan;
pub mod set_scope;

pub(crate) mod personal;

mod insert;
mod lock;

pub use insert::insert;
