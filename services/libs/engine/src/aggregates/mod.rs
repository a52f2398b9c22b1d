//! Sums and averages of several series, with the facts stated beside them.

pub mod aggregate;
pub mod calculation;
pub mod combine;
pub mod combined_changes;
pub mod combiner;
pub mod contribution;
pub mod facts;
pub mod newest;
pub mod share_changes;
pub mod sums;
pub mod withheld_stretches;
