//! Every shape that crosses a process border, written once.

#![expect(
    clippy::all,
    clippy::pedantic,
    reason = "most of this crate is generated"
)]

pub mod codec;
pub mod events;

include!(concat!(env!("OUT_DIR"), "/packages.rs"));
include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// The compiled definitions, for reflection and for compatibility checks.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
