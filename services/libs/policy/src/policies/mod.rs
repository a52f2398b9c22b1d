//! Policies: their rules, their compiled form and their description in words.

pub mod compiled_policy;
pub mod field_error;
pub mod limit_rules;
pub mod networks;
pub mod sentence;
#[cfg(test)]
mod tests;
pub mod validation;
pub mod wording;
