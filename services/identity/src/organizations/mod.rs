//! Organizations: created with their plan, listed and changed by administrators, and returned to the free plan when it ends.

pub(crate) mod add_member;
pub(crate) mod get;
pub(crate) mod get_membership;
pub mod list;
pub(crate) mod list_plans;
pub(crate) mod members;
pub mod plan_end_job;
pub(crate) mod rename;
pub(crate) mod set_domain;
pub(crate) mod set_plan;
pub(crate) mod set_scope;

pub(crate) mod personal;

mod insert;
mod lock;
mod plan;

pub use insert::insert;
