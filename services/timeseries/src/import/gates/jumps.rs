//! Checks of a value against the one before it: a net asset value that moves too far, a file in another scale.
//!
//! The value before counts whether it is withheld for a jump or not. A new level is believed once the next value confirms
//! it: its first day is withheld until then, and published as a restatement after it.

use engine::withheld_reasons::{NAV_JUMP, Reason, SCALE_JUMP};

use super::{NAV_DAYS, NAVS, RATES, levels, listed, scaled};
use crate::import::candidates::RECHECKED;

/// By which part of itself a net asset value may change from one value to the next.
const MOST_JUMP: f64 = 0.1;
/// For how many days a value is what the next one is compared with for its scale: monthly and quarterly ones too.
const SCALE_DAYS: i32 = 100;
/// The logarithm of 1.1: about 10 times is 9.1 to 11 times.
const ABOUT: f64 = 0.041_4;
/// Between rates that are smaller, factors say nothing of the scale.
const LEAST_RATE: f64 = 0.01;

/// A value that jumps, in conditions of the candidate `c`, its neighbours `s.before` and `s.after`, and its series `m`.
struct Jump {
    reason: &'static Reason,
    measures: String,
    days: i32,
    jumps: String,
    confirms: String,
}

pub fn nav_jump() -> String {
    Jump {
        reason: &NAV_JUMP,
        measures: listed(NAVS),
        days: NAV_DAYS,
        jumps: format!("abs(c.value - s.before) > {MOST_JUMP} * s.before"),
        confirms: format!("abs(s.after - c.value) <= {MOST_JUMP} * c.value"),
    }
    .statement()
}

/// Rates are wrong by 100 or 1,000; prices, indexes and currencies by 10, too.
pub fn scale_jump() -> String {
    let rates = listed(RATES);
    let power = "abs(log((c.value / s.before)::numeric))";
    Jump {
        reason: &SCALE_JUMP,
        measures: listed(scaled()),
        days: SCALE_DAYS,
        jumps: format!(
            "CASE WHEN s.before <> 0 AND c.value / s.before > 0 THEN
                 round({power}) BETWEEN CASE WHEN m.measure_slug IN ({rates}) THEN 2 ELSE 1 END AND 3
                 AND abs({power} - round({power})) < {ABOUT}
                 AND (m.measure_slug NOT IN ({rates}) OR greatest(abs(c.value), abs(s.before)) >= {LEAST_RATE})
             ELSE false END"
        ),
        confirms: "CASE WHEN c.value <> 0 THEN s.after / c.value BETWEEN 0.5 AND 2 END".to_owned(),
    }
    .statement()
}

impl Jump {
    fn statement(&self) -> String {
        let Self { reason, measures, days, jumps, confirms } = self;
        format!(
            "WITH {levels}, steps AS (
                 SELECT series_id, date, known_at, lag(date) OVER days AS date_before, lag(value) OVER days AS before,
                     lead(date) OVER days AS date_after, lead(value) OVER days AS after,
                     lead(known_at) OVER days AS after_known_at, lead(is_dated) OVER days AS is_after_dated
                 FROM levels WHERE value IS NOT NULL WINDOW days AS (PARTITION BY series_id ORDER BY date)
             ), jumps AS (
                 SELECT c.ctid AS at, c.series_id, c.date, c.value, c.known_at = s.known_at AS is_newest, c.known_at,
                     coalesce(s.date_after - s.date <= {days} AND {confirms}, false) AS is_confirmed,
                     s.after_known_at, s.is_after_dated
                 FROM candidate AS c JOIN steps AS s USING (series_id, date) JOIN series AS m ON m.id = c.series_id
                 WHERE c.reason IS NULL AND s.date - s.date_before <= {days} AND {jumps}
             ), doubted AS (
                 UPDATE candidate AS c SET reason = '{reason}' FROM jumps AS j
                 WHERE c.ctid = j.at AND NOT (j.is_confirmed AND j.after_known_at <= j.known_at)
             )
             INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
             SELECT series_id, date, after_known_at, is_after_dated, value, {released} FROM jumps
             WHERE is_confirmed AND is_newest AND after_known_at > known_at",
            levels = levels(measures, *days),
            reason = reason.code,
            released = RECHECKED,
        )
    }
}
