//! Checks of values on their way in. What fails is kept and withheld, with the reason; nothing is made up for it.
//!
//! The table `candidate` holds the values of the load, `present` answers what is known beside them.

mod bounded_pairs;
mod distinct_counts;
pub mod recheck;
mod sums;

use std::collections::HashSet;

use proto::timeseries::v1::SubjectKind;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use engine::measures::{self, Aggregation, Measure};
use engine::reasons::{
    NAV_JUMP, NEGATIVE, NOT_WHOLE, PARTS_DISAGREE, Reason, SOURCES_DISAGREE, SUPPLY_DISAGREES,
};

/// What jumps.
pub const NAV: &str = "net_asset_value_dollar";
/// For how many days a net asset value is what the next one is compared with.
pub const NAV_DAYS: i32 = 7;
/// By which part of itself it may change from one value to the next.
const MOST_JUMP: f64 = 0.1;
const PRICE: &str = "price_dollar";
/// The unit of what counts things.
const COUNT: &str = "count";

/// The checks that look at values of a measure, of subjects of a kind.
pub fn checks_for(measure: &Measure, kind: SubjectKind) -> Vec<&'static Reason> {
    let slug = measure.slug.as_str();
    let mut found = Vec::new();
    found.extend((!measure.may_be_negative).then_some(&NEGATIVE));
    found.extend((measure.unit == COUNT).then_some(&NOT_WHOLE));
    found.extend(bounded_pairs::reasons(slug));
    found.extend(distinct_counts::reasons(slug));
    found.extend((slug == NAV).then_some(&NAV_JUMP));
    found.extend((slug == PRICE).then_some(&SOURCES_DISAGREE));
    let is_whole = kind == SubjectKind::Asset && measure.aggregation == Aggregation::Sum;
    found.extend(is_whole.then_some(&PARTS_DISAGREE));
    found.extend(measures::SUPPLY.contains(&slug).then_some(&SUPPLY_DISAGREES));
    found
}

/// Withholds what fails.
pub async fn run(tx: &mut PgConnection, now: OffsetDateTime) -> Result<(), sqlx::Error> {
    let measures: HashSet<String> = sqlx::query_scalar(
        "SELECT DISTINCT s.measure_slug FROM key_series AS k JOIN series AS s ON s.id = k.series_id",
    )
    .fetch_all(&mut *tx)
    .await?
    .into_iter()
    .collect();
    let has = |measure: &str| measures.contains(measure);
    let mut statements = vec![negative(), not_whole()];
    statements.extend(bounded_pairs::statements(has));
    statements.extend(distinct_counts::statements(has));
    if has(NAV) || has(PRICE) {
        statements.extend([valuations(), present()]);
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
    sums::run(tx, now).await
}

fn negative() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN measures AS m ON m.slug = s.measure_slug
         WHERE c.reason IS NULL AND s.id = c.series_id AND c.value < 0 AND NOT m.may_be_negative",
        NEGATIVE.code
    )
}

/// A count in thousands or millions may miss the whole number by its last digits.
fn not_whole() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN measures AS m ON m.slug = s.measure_slug
         WHERE c.reason IS NULL AND s.id = c.series_id AND m.unit = '{COUNT}'
             AND abs(c.value - round(c.value)) > 1e-9 * greatest(abs(c.value), 1)",
        NOT_WHOLE.code
    )
}

/// The net asset values and prices of the load, to be looked up; one that cannot be is none.
fn valuations() -> String {
    format!(
        "CREATE TEMPORARY TABLE valuations ON COMMIT DROP AS
             SELECT c.series_id, c.date, c.known_at, c.is_dated, CASE WHEN c.reason IS NULL THEN c.value END AS value,
                 s.measure_slug = '{NAV}' AS is_nav
             FROM candidate AS c JOIN series AS s ON s.id = c.series_id
             WHERE s.measure_slug IN ('{NAV}', '{PRICE}');
         CREATE INDEX ON valuations (series_id, date);
         ANALYZE valuations"
    )
}

/// The newest value of a series on a day, of this load or an earlier one.
fn present() -> String {
    format!(
        "CREATE OR REPLACE FUNCTION pg_temp.present(of_series bigint, on_date date)
         RETURNS double precision LANGUAGE sql STABLE AS $$
         SELECT value FROM (
             SELECT value, known_at FROM valuations WHERE series_id = of_series AND date = on_date
             UNION ALL
             SELECT CASE WHEN reason IS DISTINCT FROM '{}' THEN value END, known_at
             FROM observations WHERE series_id = of_series AND date = on_date
         ) AS known ORDER BY known_at DESC LIMIT 1 $$",
        NEGATIVE.code
    )
}

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

/// Compared with the value before it, whether that one is withheld for a jump or not. A new level is believed once the
/// next value confirms it: its first day is withheld until then, and published as a restatement after it.
fn nav_jump() -> String {
    format!(
        "WITH levels AS (
             SELECT DISTINCT ON (series_id, date) series_id, date, known_at, is_dated, value
             FROM (
                 SELECT v.series_id, v.date, v.known_at, v.is_dated, v.value FROM valuations AS v WHERE v.is_nav
                 UNION ALL
                 SELECT o.series_id, o.date, o.known_at, true,
                     CASE WHEN o.reason IS DISTINCT FROM '{negative}' THEN o.value END
                 FROM (
                     SELECT series_id, min(date) AS first, max(date) AS last FROM valuations
                     WHERE is_nav GROUP BY series_id
                 ) AS loaded
                 JOIN observations AS o ON o.series_id = loaded.series_id
                     AND o.date BETWEEN loaded.first - {NAV_DAYS} AND loaded.last + {NAV_DAYS}
             ) AS known
             ORDER BY series_id, date, known_at DESC
         ), steps AS (
             SELECT series_id, date, known_at, lag(date) OVER days AS date_before, lag(value) OVER days AS before,
                 lead(date) OVER days AS date_after, lead(value) OVER days AS after,
                 lead(known_at) OVER days AS after_known_at, lead(is_dated) OVER days AS is_after_dated
             FROM levels WHERE value IS NOT NULL WINDOW days AS (PARTITION BY series_id ORDER BY date)
         ), jumps AS (
             SELECT c.ctid AS at, c.series_id, c.date, c.value, c.known_at = s.known_at AS is_newest, c.known_at,
                 coalesce(s.date_after - s.date <= {NAV_DAYS} AND abs(s.after - c.value) <= {MOST_JUMP} * c.value, false)
                     AS is_confirmed,
                 s.after_known_at, s.is_after_dated
             FROM candidate AS c JOIN steps AS s USING (series_id, date)
             WHERE c.reason IS NULL AND s.date - s.date_before <= {NAV_DAYS}
                 AND abs(c.value - s.before) > {MOST_JUMP} * s.before
         ), doubted AS (
             UPDATE candidate AS c SET reason = '{jump}' FROM jumps AS j
             WHERE c.ctid = j.at AND NOT (j.is_confirmed AND j.after_known_at <= j.known_at)
         )
         INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
         SELECT series_id, date, after_known_at, is_after_dated, value, {released} FROM jumps
         WHERE is_confirmed AND is_newest AND after_known_at > known_at",
        negative = NEGATIVE.code,
        jump = NAV_JUMP.code,
        released = recheck::LINE,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_that_a_gate_names_exists() {
        for name in bounded_pairs::measures().chain([NAV, PRICE]) {
            assert_eq!(measures::observed(name).map(|measure| measure.slug.as_str()), Some(name));
        }
    }
}
