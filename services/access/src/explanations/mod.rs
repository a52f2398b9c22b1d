//! Explanations of decisions, as the engine of policies makes them.

mod documents;
pub(crate) mod get;
pub(crate) mod permitted_roles;
mod selection;
