//! What the fuzz targets (`deploy/fuzz`), and nothing else, read of files of records, without a database.

pub use super::check::Check;
pub use super::manifest::Manifest;
pub use super::rows::{csv, json};
pub use super::token_lists::{is_chain_list, is_token_list};
