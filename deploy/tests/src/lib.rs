//! The whole stack as real processes on real servers, for end-to-end tests.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its stack must stop at once")]

mod browser;
mod stack;

pub use browser::{Answer, Browser};
pub use stack::{Options, Stack, binary, services};
