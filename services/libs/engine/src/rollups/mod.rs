//! Daily sums of a measure by a dimension, precomputed and cached with their snapshot.

pub mod cache;
pub mod rollup;
pub mod window;
