//! The queries, one file for each.

mod aggregate;
mod answer;
mod composed;
mod dimension;
mod explain;
mod filter;
mod groups;
mod latest;
mod members;
mod newest;
mod origins;
mod pick;
mod range;
mod rank;
mod rollup;
mod series;
mod withheld;

pub use aggregate::{aggregate, aggregate_text};
pub use explain::{explain, explain_aggregate};
pub use filter::Dimension;
pub use latest::latest_text;
pub use newest::Newest;
pub use origins::{aggregate_origins, series_origins};
pub use range::as_of;
pub use rank::rank;
pub use series::{series, series_text};
