//! Checks of values on their way in. What fails is kept and withheld, with the reason; nothing is made up for it.
//!
//! The table `candidate` holds the values of the load, `present` answers what is known beside them.

use proto::timeseries::v1::SubjectKind;
use sqlx::{AssertSqlSafe, PgConnection};

use super::key::Key;
use super::reasons::{
    BRIDGED_ABOVE_CIRCULATING, CIRCULATING_ABOVE_TOTAL, DISTINCT_COUNTS_DISAGREE, NAV_JUMP,
    NEGATIVE, PARTS_DISAGREE, Reason, SOURCES_DISAGREE, SUPPLY_DISAGREES,
};
use super::sums;
use crate::measures::{self, Aggregation, Measure};

/// The smaller measure, the larger one, by how much it may be exceeded, and the reason when it is.
const PAIRS: &[(&str, &str, f64, &Reason)] = &[
    ("circulating_market_value_dollar", "market_value_dollar", 0.001, &CIRCULATING_ABOVE_TOTAL),
    (
        "bridged_token_value_dollar",
        "circulating_asset_value_dollar",
        0.001,
        &BRIDGED_ABOVE_CIRCULATING,
    ),
    (
        "bridged_token_market_cap_dollar",
        "circulating_market_value_dollar",
        0.001,
        &BRIDGED_ABOVE_CIRCULATING,
    ),
    (
        "daily_active_addresses_count",
        "weekly_active_addresses_count",
        0.0,
        &DISTINCT_COUNTS_DISAGREE,
    ),
    (
        "daily_active_addresses_count",
        "monthly_active_addresses_count",
        0.0,
        &DISTINCT_COUNTS_DISAGREE,
    ),
];

const NAV: &str = "net_asset_value_dollar";
const PRICE: &str = "price_dollar";

/// The checks that look at values of a measure, of subjects of a kind.
pub fn of(measure: &Measure, kind: SubjectKind) -> Vec<&'static Reason> {
    let slug = measure.slug.as_str();
    let mut found = Vec::new();
    found.extend((!measure.may_be_negative).then_some(&NEGATIVE));
    let of_pairs = PAIRS.iter().filter(|(lesser, greater, ..)| slug == *lesser || slug == *greater);
    for (.., reason) in of_pairs {
        if !found.contains(reason) {
            found.push(reason);
        }
    }
    found.extend((slug == NAV).then_some(&NAV_JUMP));
    found.extend((slug == PRICE).then_some(&SOURCES_DISAGREE));
    let is_whole = kind == SubjectKind::Asset && measure.aggregation == Aggregation::Sum;
    found.extend(is_whole.then_some(&PARTS_DISAGREE));
    found.extend(measures::SUPPLY.contains(&slug).then_some(&SUPPLY_DISAGREES));
    found
}

/// Withholds what fails, of a load that has values of these series.
pub async fn run(tx: &mut PgConnection, keys: &[Key]) -> Result<(), sqlx::Error> {
    let has = |measure: &str| keys.iter().any(|key| key.measure_slug == measure);
    let mut statements = vec![negative()];
    if PAIRS.iter().any(|(lesser, greater, ..)| has(lesser) || has(greater)) {
        statements.extend([compared(), NEWEST.to_owned(), EXCEEDED.to_owned()]);
    }
    if has(NAV) || has(PRICE) {
        statements.extend([valuations(), PRESENT.to_owned()]);
    }
    if has(NAV) {
        statements.push(nav_jump());
    }
    if has(PRICE) {
        statements.push(sources_disagree());
    }
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *tx).await?;
    }
    sums::run(tx).await
}

fn negative() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN measures AS m ON m.slug = s.measure_slug
         WHERE c.reason IS NULL AND s.id = c.series_id AND c.value < 0 AND NOT m.may_be_negative",
        NEGATIVE.code
    )
}

/// Which series of the load is compared with which other one: from either side of a pair.
fn compared() -> String {
    let sides =
        PAIRS.iter().enumerate().flat_map(|(place, (lesser, greater, tolerance, reason))| {
            let side = |one: &str, other: &str, is_lesser: bool| {
                format!(
                    "({place}, '{one}', '{other}', {is_lesser}, {tolerance}, '{}')",
                    reason.code
                )
            };
            [side(lesser, greater, true), side(greater, lesser, false)]
        });
    format!(
        "CREATE TEMPORARY TABLE compared ON COMMIT DROP AS
             SELECT s.id AS series_id, o.id AS other_id, p.place, p.is_lesser, p.tolerance, p.reason
             FROM (VALUES {}) AS p (place, measure, other, is_lesser, tolerance, reason)
             JOIN series AS s ON s.measure_slug = p.measure
             JOIN series AS o ON o.measure_slug = p.other AND o.subject_id = s.subject_id
                 AND o.network_slug = s.network_slug AND o.source = s.source
             WHERE s.id IN (SELECT series_id FROM key_series);
         ANALYZE compared",
        sides.collect::<Vec<_>>().join(", ")
    )
}

/// What is known of the other series on the days of the load, with it or since before.
const NEWEST: &str = "CREATE TEMPORARY TABLE newest ON COMMIT DROP AS
    SELECT DISTINCT ON (series_id, date) series_id, date, value
    FROM (
        SELECT series_id, date, known_at, value FROM candidate
        WHERE series_id IN (SELECT other_id FROM compared)
        UNION ALL
        SELECT series_id, date, o.known_at, o.value
        FROM (
            SELECT DISTINCT p.other_id AS series_id, c.date FROM candidate AS c JOIN compared AS p USING (series_id)
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
        JOIN newest AS n ON n.series_id = p.other_id AND n.date = c.date
        WHERE c.reason IS NULL AND CASE WHEN p.is_lesser
            THEN c.value > n.value * (1 + p.tolerance) ELSE n.value > c.value * (1 + p.tolerance) END
        ORDER BY c.ctid, p.place
    )
    UPDATE candidate AS c SET reason = failed.reason FROM failed
    WHERE c.ctid = failed.at AND failed.at NOT IN (
        SELECT f.at FROM failed AS f JOIN candidate AS later USING (series_id, date) WHERE later.known_at > f.known_at
    )";

/// The net asset values and prices of the load, to be looked up.
fn valuations() -> String {
    format!(
        "CREATE TEMPORARY TABLE valuations ON COMMIT DROP AS
             SELECT c.series_id, c.date, c.known_at, c.value, s.measure_slug = '{NAV}' AS is_nav
             FROM candidate AS c JOIN series AS s ON s.id = c.series_id
             WHERE s.measure_slug IN ('{NAV}', '{PRICE}');
         CREATE INDEX ON valuations (series_id, date);
         ANALYZE valuations"
    )
}

/// The newest value of a series on a day, of this load or an earlier one.
const PRESENT: &str = "CREATE OR REPLACE FUNCTION pg_temp.present(of_series bigint, on_date date)
    RETURNS double precision LANGUAGE sql STABLE AS $$
    SELECT value FROM (
        SELECT value, known_at FROM valuations WHERE series_id = of_series AND date = on_date
        UNION ALL
        SELECT value, known_at FROM observations WHERE series_id = of_series AND date = on_date
    ) AS known ORDER BY known_at DESC LIMIT 1 $$";

fn sources_disagree() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN series AS o
             ON o.subject_id = s.subject_id AND o.network_slug = s.network_slug AND o.source <> s.source
         WHERE c.reason IS NULL AND s.id = c.series_id AND s.measure_slug = '{PRICE}' AND o.measure_slug = '{PRICE}'
           AND abs(c.value - pg_temp.present(o.id, c.date)) > 0.05 * pg_temp.present(o.id, c.date)",
        SOURCES_DISAGREE.code
    )
}

/// Compared with the value before it, whether that one is withheld or not: a level that stays is believed
/// from its second day on.
fn nav_jump() -> String {
    format!(
        "WITH levels AS (
             SELECT DISTINCT ON (series_id, date) series_id, date, value
             FROM (
                 SELECT v.series_id, v.date, v.known_at, v.value FROM valuations AS v WHERE v.is_nav
                 UNION ALL
                 SELECT o.series_id, o.date, o.known_at, o.value
                 FROM (
                     SELECT series_id, min(date) AS first, max(date) AS last FROM valuations
                     WHERE is_nav GROUP BY series_id
                 ) AS loaded
                 JOIN observations AS o ON o.series_id = loaded.series_id
                     AND o.date BETWEEN loaded.first - 7 AND loaded.last
             ) AS known
             ORDER BY series_id, date, known_at DESC
         ), steps AS (
             SELECT series_id, date, lag(date) OVER days AS date_before, lag(value) OVER days AS before
             FROM levels WINDOW days AS (PARTITION BY series_id ORDER BY date)
         )
         UPDATE candidate AS c SET reason = '{}'
         FROM steps AS s
         WHERE c.reason IS NULL AND s.series_id = c.series_id AND s.date = c.date
             AND s.date - s.date_before <= 7 AND abs(c.value - s.before) > 0.1 * s.before",
        NAV_JUMP.code
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_that_a_gate_names_exists() {
        for name in PAIRS.iter().flat_map(|pair| [pair.0, pair.1]).chain([NAV, PRICE]) {
            assert_eq!(measures::named(name).map(|measure| measure.slug.as_str()), Some(name));
        }
    }
}
