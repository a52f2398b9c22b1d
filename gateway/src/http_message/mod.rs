//! Parts of HTTP messages that the listener, the wires and the site need alike.

pub(crate) mod body;
pub(crate) mod coding;
pub(crate) mod cookies;
pub(crate) mod markup;
pub(crate) mod plain_response;
pub(crate) mod protective_headers;
pub(crate) mod query;
pub(crate) mod range;
pub(crate) mod retry_after;
pub(crate) mod shared_document;
pub(crate) mod size_limits;
