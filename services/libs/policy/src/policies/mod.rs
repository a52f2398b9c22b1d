//! Policies: their rules and their compiled form.

pub mod compiled_policy;
pub mod field_error;
pub mod key_scope;
pub mod limit_rules;
pub mod networks;
#[cfg(test)]
mod tests;
pub mod validation;
