//! The tests of whole stacks in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod access;
mod access_changes;
mod answers;
mod catalog;
mod classification;
mod erasure;
mod memory;
mod outages;
mod packages;
mod samples;
mod sessions;
mod settings;
mod shutdown;
mod traces;
