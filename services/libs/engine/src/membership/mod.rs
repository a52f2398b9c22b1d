//! The series that an aggregate adds up: dimensions, filters, and the series that are left out or refused.

pub mod candidates;
pub mod class_history;
pub mod dimension;
pub mod filter;
pub mod members;
pub mod refusals;
pub mod selection;
pub mod yield_refusals;
