//! Things that break on purpose, for tests: servers that are killed, lines that go dark; and the account of what
//! got through.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its faults must stop at once")]

pub mod ledger;
pub mod node;
pub mod processes;
pub mod proxy;
pub mod receiver;
pub mod servers;
