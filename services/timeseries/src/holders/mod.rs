//! Answers who holds a token: the largest holders, their concentration, and their cohorts.

mod cohorts;
mod concentration;
mod history;
mod token;
mod top;
mod units;

pub use history::cohorts;
pub use top::top;
