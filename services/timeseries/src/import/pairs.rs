//! Checks of values that another one must not be below: what circulates of what there is, who was active on a day of
//! those of its week.

use super::reasons::{
    BRIDGED_ABOVE_CIRCULATING, CIRCULATING_ABOVE_TOTAL, DISTINCT_COUNTS_DISAGREE, Reason,
};

/// A value that another one must not be below.
struct Pair {
    lesser: &'static str,
    greater: &'static str,
    /// By how much the greater one may be exceeded.
    tolerance: f64,
    /// What both are of: a day, or, of what is counted over a time, a day and any later one of the same time.
    within: Within,
    reason: &'static Reason,
}

#[derive(Clone, Copy)]
enum Within {
    Day,
    Week,
    Month,
}

impl Within {
    /// Its name in the database, and how far apart two of its days can be.
    fn span(self) -> (&'static str, u32) {
        match self {
            Self::Day => ("day", 0),
            Self::Week => ("week", 6),
            Self::Month => ("month", 30),
        }
    }
}

const fn worth(lesser: &'static str, greater: &'static str, reason: &'static Reason) -> Pair {
    Pair { lesser, greater, tolerance: 0.001, within: Within::Day, reason }
}

const fn active(greater: &'static str, within: Within) -> Pair {
    let lesser = "daily_active_addresses_count";
    Pair { lesser, greater, tolerance: 0.0, within, reason: &DISTINCT_COUNTS_DISAGREE }
}

const PAIRS: &[Pair] = &[
    worth("circulating_market_value_dollar", "market_value_dollar", &CIRCULATING_ABOVE_TOTAL),
    worth(
        "bridged_token_value_dollar",
        "circulating_asset_value_dollar",
        &BRIDGED_ABOVE_CIRCULATING,
    ),
    worth(
        "bridged_token_market_cap_dollar",
        "circulating_market_value_dollar",
        &BRIDGED_ABOVE_CIRCULATING,
    ),
    active("weekly_active_addresses_count", Within::Week),
    active("monthly_active_addresses_count", Within::Month),
];

/// The measures that are compared.
#[cfg(test)]
pub fn measures() -> impl Iterator<Item = &'static str> {
    PAIRS.iter().flat_map(|pair| [pair.lesser, pair.greater])
}

/// What values of a measure are withheld for.
pub fn reasons(measure: &str) -> Vec<&'static Reason> {
    let pairs = PAIRS.iter().filter(|pair| measure == pair.lesser || measure == pair.greater);
    let mut reasons: Vec<&Reason> = pairs.map(|pair| pair.reason).collect();
    reasons.dedup();
    reasons
}

/// What withholds the values of a load that has some measures.
pub fn statements(has: impl Fn(&str) -> bool) -> Vec<String> {
    if PAIRS.iter().any(|pair| has(pair.lesser) || has(pair.greater)) {
        return vec![compared(), NEWEST.to_owned(), EXCEEDED.to_owned()];
    }
    Vec::new()
}

/// Which series of the load is compared with which other one, so many days apart: from either side of a pair.
fn compared() -> String {
    let sides = PAIRS.iter().enumerate().flat_map(|(place, pair)| {
        let Pair { lesser, greater, tolerance, within, reason } = pair;
        let ((unit, days), code) = (within.span(), reason.code);
        let side = |one: &str, other: &str, sign: i32| {
            format!(
                "({place}, '{one}', '{other}', {sign}, {days}, '{unit}', {tolerance}, '{code}')"
            )
        };
        [side(lesser, greater, 1), side(greater, lesser, -1)]
    });
    format!(
        "CREATE TEMPORARY TABLE compared ON COMMIT DROP AS
             SELECT s.id AS series_id, o.id AS other_id, p.place, p.sign > 0 AS is_lesser, p.sign * d AS apart,
                    p.unit, p.tolerance, p.reason
             FROM (VALUES {}) AS p (place, measure, other, sign, days, unit, tolerance, reason)
             CROSS JOIN LATERAL generate_series(0, p.days) AS d
             JOIN series AS s ON s.measure_slug = p.measure
             JOIN series AS o ON o.measure_slug = p.other AND o.subject_id = s.subject_id
                 AND o.network_slug = s.network_slug AND o.source = s.source
             WHERE s.id IN (SELECT series_id FROM key_series);
         ANALYZE compared",
        sides.collect::<Vec<_>>().join(", ")
    )
}

/// What is known of the other series on the days of the load and on those that belong to them, with it or since before.
const NEWEST: &str = "CREATE TEMPORARY TABLE newest ON COMMIT DROP AS
    SELECT DISTINCT ON (series_id, date) series_id, date, value
    FROM (
        SELECT series_id, date, known_at, value FROM candidate
        WHERE series_id IN (SELECT other_id FROM compared)
        UNION ALL
        SELECT series_id, date, o.known_at, o.value
        FROM (
            SELECT DISTINCT p.other_id AS series_id, c.date + p.apart AS date
            FROM candidate AS c JOIN compared AS p USING (series_id)
        ) AS needed
        JOIN observations AS o USING (series_id, date)
    ) AS known
    ORDER BY series_id, date, known_at DESC;
    ANALYZE newest";

/// Of several reasons the first one counts. A value that the load itself corrects is not compared with what became
/// known after it.
const EXCEEDED: &str = "WITH failed AS MATERIALIZED (
        SELECT DISTINCT ON (c.ctid) c.ctid AS at, c.series_id, c.date, c.known_at, p.reason
        FROM candidate AS c
        JOIN compared AS p USING (series_id)
        JOIN newest AS n ON n.series_id = p.other_id AND n.date = c.date + p.apart
            AND date_trunc(p.unit, n.date::timestamp) = date_trunc(p.unit, c.date::timestamp)
        WHERE c.reason IS NULL AND CASE WHEN p.is_lesser
            THEN c.value > n.value * (1 + p.tolerance) ELSE n.value > c.value * (1 + p.tolerance) END
        ORDER BY c.ctid, p.place
    )
    UPDATE candidate AS c SET reason = failed.reason FROM failed
    WHERE c.ctid = failed.at AND failed.at NOT IN (
        SELECT f.at FROM failed AS f JOIN candidate AS later USING (series_id, date) WHERE later.known_at > f.known_at
    )";
