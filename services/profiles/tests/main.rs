//! The tests of profiles in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod events;
mod faults;
mod profiles;
mod support;
