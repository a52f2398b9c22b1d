//! Explanations of decisions, as the engine of policies makes them.

mod caller;
mod documents;
mod ended_roles;
pub(crate) mod get;
pub(crate) mod permitted_roles;
mod selection;
