//! The limits of queries and of their answers; those that the gateway or the web knows too are in
//! `kit::timeseries_limits`.

use kit::query_limits::LARGEST_PAGE;

/// The most intervals of one answer: every day of more than a century.
pub const MOST_INTERVALS: usize = 50_000;
/// The most series times intervals that one aggregate may touch.
pub const MOST_WORK: usize = 200_000_000;
/// Groups of an aggregate that asks for no other number; the most are `MOST_CHART_GROUPS`, which the web knows too.
pub const USUAL_CHART_GROUPS: u32 = 12;
/// The most series of one chart.
pub const MOST_LINES: usize = 50;
/// The most series whose newest values one query answers.
pub const MOST_LATEST_KEYS: usize = 200;
/// The most days of a daily flow that a rank adds up.
pub const MOST_SUMMED_DAYS: u32 = 366;
/// The most slugs that a rank answers: a page, and one more that says whether another page follows.
pub const MOST_RANKED_RESULTS: u32 = LARGEST_PAGE + 1;

/// The most days, and the most series, of an answer as of an earlier instant, which is read from the database.
pub const MOST_EARLIER_DAYS: i64 = 3_000_000;
pub const MOST_EARLIER_SERIES: usize = 2_000;

/// The most feeder funds that one answer names.
pub const MOST_FEEDERS: usize = 20;
pub const MOST_NAMED_SOURCES: usize = 5;
/// The most runs of values of one origin in one answer.
pub const MOST_ORIGIN_RUNS: usize = 500_000;

/// The most members that an explanation lists.
pub const MOST_EXPLAINED_MEMBERS: usize = 20;
/// The most groups whose shares an explanation lists.
pub const MOST_SHARES: usize = 20;
/// The most versions of one day that an explanation lists.
pub const MOST_VERSIONS: i64 = 200;
/// The most parts by which an explanation explains a sum.
pub const MOST_PARTS: usize = 40;
