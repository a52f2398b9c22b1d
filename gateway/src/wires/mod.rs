//! The wire formats, each of which decodes a request, hands the call to the pipeline and encodes the reply, and none
//! of which imports another.

pub(crate) mod api_key;
pub mod auth;
pub(crate) mod browser_cookie;
pub mod client_address;
pub(crate) mod download;
pub(crate) mod failure_envelope;
pub(crate) mod feed;
pub(crate) mod leaks;
pub(crate) mod trpc;
pub(crate) mod visitor;
