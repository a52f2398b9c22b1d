//! The export of the data of a user: its limits, and the statement that reads rows within them and counts those left out.

use std::time::Duration;

/// The most exports of the data of a user that start within a day.
pub const MOST_DAILY_EXPORTS: u32 = 5;
/// How long the files of an export are kept.
pub const EXPORT_FILES_KEPT: Duration = Duration::from_hours(24);
/// The bytes of the sections that services other than identity add to an export: they arrive in one message.
pub const MOST_ADDED_EXPORT_BYTES: usize = 3 << 20;
/// The bytes of the rows of one of these sections, so that the others have room beside it.
pub const MOST_ADDED_SECTION_BYTES: usize = 5 << 19;

/// The statement that answers the rows of another one as a JSON list of at most `$2` bytes, from the first row on, and the
/// number of the rows after them. `$1` is for the other statement.
pub fn bounded_list(rows: &str) -> String {
    // Between two rows of the list there are at most four bytes.
    format!(
        "SELECT coalesce(json_agg(item) FILTER (WHERE size <= $2), '[]')::text,
                count(*) FILTER (WHERE size > $2)
         FROM (
             SELECT item, sum(octet_length(item::text) + 4) OVER (ROWS UNBOUNDED PRECEDING) AS size
             FROM (SELECT row_to_json(listed) AS item FROM ({rows}) AS listed) AS items
         ) AS sized"
    )
}
