//! Organizations: created with their plan, listed and changed by administrators.

pub(crate) mod add_member;
pub(crate) mod get;
pub mod list;
pub(crate) mod members;
pub(crate) mod rename;
pub(crate) mod set_domain;
pub(crate) mod set_plan;
pub(crate) mod set_scope;

pub(crate) mod personal;

mod insert;
mod lock;

pub use insert::insert;
