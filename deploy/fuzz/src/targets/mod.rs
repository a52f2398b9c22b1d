//! The targets, one to a file.

mod callback_addresses;
mod catalog_files;
mod catalog_manifests;
mod cookies;
mod cursors;
mod email_addresses;
mod oidc_answers;
mod query_grammar;
mod query_strings;
mod range_headers;
mod series_files;
mod series_manifests;
mod trpc_calls;
mod trpc_input;

use crate::target::Target;

/// All of them, in the order of their names.
pub const ALL: &[Target] = &[
    callback_addresses::TARGET,
    catalog_files::TARGET,
    catalog_manifests::TARGET,
    cookies::TARGET,
    cursors::TARGET,
    email_addresses::TARGET,
    oidc_answers::TARGET,
    query_grammar::TARGET,
    query_strings::TARGET,
    range_headers::TARGET,
    series_manifests::TARGET,
    series_files::PARQUET,
    series_files::TEXT,
    trpc_calls::TARGET,
    trpc_input::TARGET,
];
