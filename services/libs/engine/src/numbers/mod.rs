//! Exact sums, decimals, indices of concentration, and the text of numbers in JSON.

pub mod cached_text;
pub mod concentration_index;
pub mod decimals;
pub mod exact_sum;
pub mod herfindahl_index;
pub mod json;
pub mod written_numbers;
