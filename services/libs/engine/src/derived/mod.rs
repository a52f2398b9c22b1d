//! Measures that are computed from others: their definitions, the values they use, and their formulas.

pub mod derived_measures;
pub mod formulas;
pub mod reinvestment;
pub mod value_selection;
