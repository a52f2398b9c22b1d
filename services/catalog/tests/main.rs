//! The tests of catalog in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod bridges;
mod compliance_events;
mod edit_history;
mod editor;
mod editors_data;
mod events;
mod faults;
mod hostile;
mod import;
mod imports;
mod licences;
mod master_funds;
mod memory;
mod plans;
mod reserve_reports;
mod resources;
mod role_changes;
mod scope;
mod seed;
mod source_ranks;
mod support;
mod withheld;
