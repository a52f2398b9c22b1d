//! Withholds a net asset value that moves too far from the one before it, until the next value confirms it.

use engine::thresholds::NAV_JUMP_PERCENT;
use engine::withheld_reasons::{NAV_JUMP, SCALE_JUMP};

use super::levels::levels;
use super::rules::NAVS;
use super::statements::listed;
use crate::import::store::candidates::RECHECKED;

/// By which part of itself a net asset value may change from one value to the next.
const MOST_JUMP: f64 = NAV_JUMP_PERCENT / 100.0;
/// The days after the load in which the next value is looked up: a year and the delay of a yearly series. One that comes
/// later confirms with its own load, beside which a value in doubt is checked again.
const DAYS_AFTER: i32 = 400;

// Compared is what its frequency still carries: two weeks for weekly values, two months for monthly ones. The next value
// confirms a level whenever it comes, as a late one is published and would leave the one before it in doubt for ever.
// The value before counts whether it is withheld for a jump or not, but not one that stands in another scale. Where
// the next value became known later, the first day of the new level is withheld until then, and published as a
// restatement after it. Of a history that is loaded at once no value was ever known without the next one, so a
// confirmed level is published with it.
pub fn withhold() -> String {
    format!(
        "UPDATE valuations AS v SET value = NULL FROM candidate AS c
         WHERE c.series_id = v.series_id AND c.date = v.date AND c.known_at = v.known_at AND c.reason = '{scale}'
             -- One that another load confirmed counts again.
             AND NOT EXISTS (
                 SELECT FROM candidate AS k WHERE k.series_id = c.series_id AND k.date = c.date
                     AND k.known_at > c.known_at AND k.reason IS NULL
             );
         WITH {levels}, steps AS (
             SELECT series_id, date, known_at, lag(date) OVER days AS date_before, lag(value) OVER days AS before,
                 lead(value) OVER days AS after,
                 lead(known_at) OVER days AS after_known_at, lead(is_dated) OVER days AS is_after_dated
             FROM levels WHERE value IS NOT NULL WINDOW days AS (PARTITION BY series_id ORDER BY date)
         ), jumps AS (
             SELECT c.ctid AS at, c.series_id, c.date, c.value, c.known_at = s.known_at AS is_newest, c.known_at,
                 coalesce(abs(s.after - c.value) <= {MOST_JUMP} * c.value, false) AS is_confirmed,
                 s.after_known_at, s.is_after_dated
             FROM candidate AS c JOIN steps AS s USING (series_id, date) JOIN series AS r ON r.id = c.series_id
             WHERE c.reason IS NULL AND s.date - s.date_before <= r.carry_days
                 AND abs(c.value - s.before) > {MOST_JUMP} * s.before
         ), doubted AS (
             UPDATE candidate AS c SET reason = '{reason}' FROM jumps AS j
             WHERE c.ctid = j.at AND NOT (j.is_confirmed AND j.after_known_at <= j.known_at)
         )
         INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
         SELECT series_id, date, after_known_at, is_after_dated, value, {RECHECKED} FROM jumps
         WHERE is_confirmed AND is_newest AND after_known_at > known_at",
        // Withheld values are levels, too: without the first day of a new level its second one would be another jump.
        levels = levels(&listed(NAVS), "s.carry_days", &DAYS_AFTER.to_string()),
        reason = NAV_JUMP.code,
        scale = SCALE_JUMP.code,
    )
}
