//! All series in memory, with the sources of each and their ranks.

pub mod class_days;
pub mod differing_sources;
pub mod query_columns;
pub mod ranked_sources;
pub mod ranks;
pub mod series;
pub mod snapshot;
