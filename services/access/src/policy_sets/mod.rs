//! The policy sets that come with the service: the managed roles, policies and assignments of plans.

pub mod install;

mod assignments;
mod document;
mod name;
mod policies;
mod roles;

pub use name::PolicySetName;
