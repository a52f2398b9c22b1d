//! Checks of values that must not exceed another one of their day, such as circulating and total market value.

use engine::withheld_reasons::{BRIDGED_ABOVE_CIRCULATING, CIRCULATING_ABOVE_TOTAL, Reason};

use super::rules::ROUNDING_TOLERANCE;

/// A value that another one must not be below.
struct Pair {
    lesser: &'static str,
    greater: &'static str,
    reason: &'static Reason,
}

const fn worth(lesser: &'static str, greater: &'static str, reason: &'static Reason) -> Pair {
    Pair { lesser, greater, reason }
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
];

/// The measures that are compared.
#[cfg(test)]
pub fn measures() -> impl Iterator<Item = &'static str> {
    PAIRS.iter().flat_map(|pair| [pair.lesser, pair.greater])
}

/// The reasons for which values of a measure may be withheld.
pub fn reasons(measure: &str) -> Vec<&'static Reason> {
    let pairs = PAIRS.iter().filter(|pair| measure == pair.lesser || measure == pair.greater);
    let mut reasons: Vec<&Reason> = pairs.map(|pair| pair.reason).collect();
    reasons.dedup();
    reasons
}

/// The statements that withhold values of a load, if it has these measures.
pub fn statements(has: impl Fn(&str) -> bool) -> Vec<String> {
    if PAIRS.iter().any(|pair| has(pair.lesser) || has(pair.greater)) {
        return vec![compared(), NEWEST.to_owned(), exceeded()];
    }
    Vec::new()
}

/// The query for the series of the load and those that they are compared with: from either side of a pair.
fn compared() -> String {
    let sides = PAIRS.iter().enumerate().flat_map(|(place, Pair { lesser, greater, reason })| {
        let side = |one: &str, other: &str, is_lesser: bool| {
            format!("({place}, '{one}', '{other}', {is_lesser}, '{}')", reason.code)
        };
        [side(lesser, greater, true), side(greater, lesser, false)]
    });
    format!(
        "CREATE TEMPORARY TABLE compared ON COMMIT DROP AS
             SELECT s.id AS series_id, o.id AS other_id, p.place, p.is_lesser, p.reason
             FROM (VALUES {}) AS p (place, measure, other, is_lesser, reason)
             JOIN series AS s ON s.measure_slug = p.measure
             JOIN series AS o ON o.measure_slug = p.other AND o.subject_id = s.subject_id
                 AND o.network_slug = s.network_slug AND o.source = s.source
             WHERE s.id IN (SELECT series_id FROM key_series);
         ANALYZE compared",
        sides.collect::<Vec<_>>().join(", ")
    )
}

/// The values of the other series on the days of the load, from it or from before it.
const NEWEST: &str = "CREATE TEMPORARY TABLE newest ON COMMIT DROP AS
    SELECT DISTINCT ON (series_id, date) series_id, date, value
    FROM (
        SELECT series_id, date, known_at, value FROM candidate
        WHERE series_id IN (SELECT other_id FROM compared)
        UNION ALL
        SELECT series_id, date, o.known_at, o.value
        FROM (
            SELECT DISTINCT p.other_id AS series_id, c.date
            FROM candidate AS c JOIN compared AS p USING (series_id)
        ) AS needed
        JOIN observations AS o USING (series_id, date)
    ) AS known
    ORDER BY series_id, date, known_at DESC;
    ANALYZE newest";

/// Withholds values beyond a bound, for the first of several reasons. A value that the load itself restates is not compared
/// with values that became known after it.
fn exceeded() -> String {
    format!(
        "WITH failed AS MATERIALIZED (
             SELECT DISTINCT ON (c.ctid) c.ctid AS at, c.series_id, c.date, c.known_at, p.reason
             FROM candidate AS c
             JOIN compared AS p USING (series_id)
             JOIN newest AS n ON n.series_id = p.other_id AND n.date = c.date
             WHERE c.reason IS NULL AND CASE WHEN p.is_lesser
                 THEN c.value > n.value * (1 + {ROUNDING_TOLERANCE}) ELSE n.value > c.value * (1 + {ROUNDING_TOLERANCE}) END
             ORDER BY c.ctid, p.place
         )
         UPDATE candidate AS c SET reason = failed.reason FROM failed
         WHERE c.ctid = failed.at AND failed.at NOT IN (
             SELECT f.at FROM failed AS f JOIN candidate AS later USING (series_id, date)
             WHERE later.known_at > f.known_at
         )"
    )
}
