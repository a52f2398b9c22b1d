//! Parsers of files of records without a database, exposed for the fuzz targets (`deploy/fuzz`) alone.

pub use super::check::Check;
pub use super::manifest::Manifest;
pub use super::rows::{csv, json};
pub use super::token_lists::{is_chain_list, is_token_list};
