//! The statements of a load in the database, and its events.

pub mod announce;
pub mod candidates;
pub mod copy;
pub mod known_subjects;
pub mod provenance;
pub mod series;
pub mod terms;
pub mod write;
