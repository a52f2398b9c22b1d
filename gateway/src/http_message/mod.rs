//! Parts of HTTP messages that the listener, the wires and the site need alike.

pub mod body;
pub mod coding;
pub mod cookies;
pub mod markup;
pub mod plain_response;
pub mod protective_headers;
pub mod query;
pub mod range;
pub mod retry_after;
pub mod size_limits;
