//! The questions, one file for each.

mod aggregate;
mod explain;
mod filter;
mod latest;
mod pick;
mod range;
mod series;

pub use aggregate::aggregate;
pub use explain::explain;
pub use latest::latest;
pub use series::series;
