//! The daily values of one series: changes, intervals, averages, and the marks of values that are not measured.

pub mod changes;
pub mod column;
pub mod monthly_average;
mod part;
pub mod qualifiers;
pub mod resample;
pub mod withheld_reasons;
