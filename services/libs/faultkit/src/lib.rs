//! Fault injection for tests: killed servers and processes, dead connections, and a ledger of the events that arrived.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its faults must stop at once")]

pub mod ledger;
pub mod node;
pub mod processes;
pub mod proxy;
pub mod receiver;
pub mod servers;
