//! The limits of numbers over time that timeseries enforces, and the gateway, catalog or the web applies before or states.

/// The most records by whose slugs numbers are filtered at once.
pub const MOST_FILTERED_SLUGS: usize = 20_000;
/// The most records of a list that is sorted by a number.
pub const MOST_RANKED_SLUGS: usize = 500_000;
pub const MOST_ANSWER_VALUES: usize = 500_000;
/// The most groups of an aggregate over time, without the total.
pub const MOST_CHART_GROUPS: u32 = 100;
/// The most stretches of withheld members that an aggregate over time names.
pub const MOST_WITHHELD_STRETCHES: usize = 20;
/// The most days of the holders of a token in one answer.
pub const MOST_HOLDER_DAYS: usize = 60;
/// The most holders of a token in one answer; concentration is calculated over all of them.
pub const MOST_TOP_HOLDERS: u32 = 100;
