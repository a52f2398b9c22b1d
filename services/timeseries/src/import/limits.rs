//! The limits of files that are imported, and of the reports on them.

use std::time::Duration;

/// How long the load of one file may take.
pub const LONGEST_LOAD: Duration = Duration::from_hours(6);
/// Rows of a file that are read before what was found is handed on, or the progress is noted.
pub const ROWS_PER_PART: u64 = 4_096;
/// The most bytes that a group of rows of a Parquet file may take when it is unpacked, which is in memory as a whole.
pub const MOST_GROUP_BYTES: u64 = 256 << 20;
/// The most series that one file may have.
pub const MOST_SERIES: usize = 500_000;
/// The most days of all series of a file together that are written as 0 where they have no row.
pub const MOST_EVENT_DAYS: usize = 20_000_000;
/// The longest slug of a source, in bytes.
pub const LONGEST_SOURCE_SLUG: usize = 60;
/// The longest text of a transfer or a balance, in bytes.
pub const LONGEST_LEDGER_TEXT: usize = 200;
/// The most digits of an amount in the smallest unit of a token: as many as 256 bits have.
pub const MOST_RAW_DIGITS: usize = 78;
/// The most holders of a token on one day.
pub const MOST_HOLDERS: i32 = 1_000;

/// The most rejections that a report lists.
pub const MOST_REJECTIONS: usize = 50;
/// The longest value of a file that a rejection quotes, in characters.
pub const LONGEST_FOUND: usize = 60;
/// The most series that one event names.
pub const MOST_ANNOUNCED_SERIES: usize = 20_000;
/// The most loaded files that one call lists: more than a collector has names for.
pub const MOST_LISTED_FILES: i64 = 10_000;
