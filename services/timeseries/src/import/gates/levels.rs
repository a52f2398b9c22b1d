//! The values of a load and those that are known around them, with which jumps and repeats are found.

use engine::withheld_reasons::{ABOVE_MAXIMUM, NEGATIVE, NOT_WHOLE, Reason, ZERO};

use super::rules::{activity, scaled};
use super::statements::listed;
use crate::import::store::candidates::RECHECKED;

/// The values of the load whose scale is checked, to be looked up; one that cannot be is none. A day without events says
/// nothing of the scale, and a file may have millions of them.
pub fn valuations() -> String {
    format!(
        "CREATE TEMPORARY TABLE valuations ON COMMIT DROP AS
             SELECT c.series_id, c.date, c.known_at, c.is_dated, CASE WHEN c.reason IS NULL THEN c.value END AS value,
                 s.measure_slug, c.line <> {RECHECKED} AS is_sent
             FROM candidate AS c JOIN series AS s ON s.id = c.series_id
             WHERE s.measure_slug IN ({}) AND (c.value IS DISTINCT FROM 0 OR s.measure_slug NOT IN ({}));
         CREATE INDEX ON valuations (series_id, date);
         ANALYZE valuations",
        listed(scaled()),
        listed(activity())
    )
}

/// The reasons of values that cannot be: no other value is compared with them.
pub const IMPOSSIBLE: [&Reason; 4] = [&NEGATIVE, &NOT_WHOLE, &ZERO, &ABOVE_MAXIMUM];

/// These reasons as a list in a statement.
pub fn impossible() -> String {
    listed(IMPOSSIBLE.map(|reason| reason.code))
}

/// The newest value of each day of some measures, of this load or an earlier one. The days before and after the load to read
/// are expressions of the series `s`. Withheld values count, except those that cannot be.
pub fn levels(measures: &str, before: &str, after: &str) -> String {
    format!(
        "levels AS (
             -- One level a day: what was known of it before is compared no more.
             SELECT DISTINCT ON (series_id, date) series_id, date, known_at, is_dated, value
             FROM (
                 SELECT v.series_id, v.date, v.known_at, v.is_dated, v.value FROM valuations AS v
                 WHERE v.measure_slug IN ({measures})
                 UNION ALL
                 SELECT o.series_id, o.date, o.known_at, true,
                     CASE WHEN o.reason IS NULL OR o.reason NOT IN ({}) THEN o.value END
                 FROM (
                     SELECT series_id, min(date) AS first, max(date) AS last FROM valuations
                     WHERE measure_slug IN ({measures}) GROUP BY series_id
                 ) AS loaded
                 JOIN series AS s ON s.id = loaded.series_id
                 JOIN observations AS o ON o.series_id = loaded.series_id
                     AND o.date BETWEEN loaded.first - {before} AND loaded.last + {after}
             ) AS known
             ORDER BY series_id, date, known_at DESC
         )",
        impossible()
    )
}
