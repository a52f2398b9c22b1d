//! Queries and their common parts: parsing, filters, and the writing of answers.

mod aggregate;
mod answer;
mod budget;
mod columns;
mod dimension;
mod explain;
mod filter;
mod latest;
mod limits;
mod loads;
mod lookup;
mod origins;
mod qualifiers;
mod range;
mod rank;
mod restricted_members;
mod rollup;
mod series;
mod sources;
mod summed;
mod threads;
mod withheld;

pub use aggregate::{aggregate, aggregate_text};
pub use explain::{explain, explain_aggregate};
pub use latest::latest_text;
pub use loads::shown_loads;
pub use origins::{aggregate_origins, series_origins};
pub use range::{as_of, day as day_of_query};
pub use rank::rank;
pub use series::{series, series_text};
