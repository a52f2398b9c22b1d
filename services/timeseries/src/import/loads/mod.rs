//! The load of one file, as its contents require it, and the removal of samples.

pub mod checked_values;
pub mod instant;
pub mod job;
pub mod known_file;
pub mod ledger_file;
pub mod load;
pub mod lock;
pub mod recorded_values;
pub mod remove_samples;
