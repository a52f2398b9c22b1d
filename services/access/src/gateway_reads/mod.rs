//! The reads from which the gateway decides what callers receive.

pub(crate) mod get_epoch;
pub(crate) mod get_policies;
pub(crate) mod get_principal;
