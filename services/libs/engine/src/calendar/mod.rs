//! Days, and the weeks, months and intervals that they make.

pub mod axis;
pub mod day;
pub mod frequency;
pub mod intervals;
