//! Runs every fuzz target on its corpus, and on the same changes of it each time.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod corpus;
mod fuzz_targets;
mod mutator;
