//! The targets, one to a file.

mod callback_addresses;
mod cookies;
mod cursors;
mod query_grammar;
mod query_strings;
mod range_headers;
mod trpc_calls;
mod trpc_input;

use crate::Target;

/// All of them, in the order of their names.
pub const ALL: &[Target] = &[
    callback_addresses::TARGET,
    cookies::TARGET,
    cursors::TARGET,
    query_grammar::TARGET,
    query_strings::TARGET,
    range_headers::TARGET,
    trpc_calls::TARGET,
    trpc_input::TARGET,
];
