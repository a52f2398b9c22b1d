//! Every shape that crosses a process border, written once.

pub mod codec;
pub mod events;
mod label;
pub mod rpcs;
mod values;

#[expect(
    clippy::all,
    clippy::pedantic,
    clippy::allow_attributes,
    reason = "the generators write in a style of their own"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/packages.rs"));
}

pub use generated::*;
pub use label::label;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// The compiled definitions, for reflection and for compatibility checks.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
