//! The wire formats, each of which decodes a request, hands the call to the pipeline and encodes the reply, and none
//! of which imports another.

pub mod auth;
pub mod client_address;
pub mod download;
pub mod envelope;
pub mod feed;
pub mod trpc;
pub(crate) mod visitor;
