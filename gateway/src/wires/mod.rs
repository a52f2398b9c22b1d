//! The formats in which calls come and are answered. None of them knows another: each decodes a request, hands the call
//! to the pipeline and encodes the reply.

pub mod auth;
pub mod download;
pub mod envelope;
pub mod trpc;
mod visitor;
