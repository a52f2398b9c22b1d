//! The load of one file, as its contents require it, and the removal of samples.

pub mod as_recorded;
pub mod checked;
pub mod instant;
pub mod job;
pub mod known_file;
pub mod ledger_file;
pub mod load;
pub mod lock;
pub mod remove_samples;
