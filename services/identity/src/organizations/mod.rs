//! Organizations: how they begin, and what administrators see and change of them.

pub mod get;
pub mod list;
pub mod members;
pub mod rename;
pub mod set_domain;
pub mod set_plan;

mod change;
mod found;

pub use found::found;
