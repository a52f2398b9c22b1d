//! The descriptions of files: their origin, and the series of their columns.

pub mod declared_total;
pub mod event_period;
pub mod key;
pub mod manifest;
pub mod scale;
