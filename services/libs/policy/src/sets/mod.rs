//! Sets of ids, fields and days, with the operations that scopes are made of.

pub mod attributes;
pub mod conditions;
pub mod dimensions;
pub mod fields;
pub mod ids;
pub mod limits;
pub mod rule;
pub mod time_bounds;
pub mod validity;
