//! The wire formats. None of them imports another: each decodes a request, hands the call to the pipeline and encodes
//! the reply.

pub mod auth;
pub mod client_address;
pub mod download;
pub mod envelope;
pub mod feed;
pub mod trpc;
pub(crate) mod visitor;
