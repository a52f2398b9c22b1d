//! Checks of values on their way in, whose failures are kept and withheld with the reason.

mod bounded_pairs;
mod distinct_counts;
mod nav_jumps;
pub(crate) mod recheck;
mod repeats;
mod rules;
mod scale_jumps;
mod sums;

use std::collections::HashSet;

use proto::timeseries::v1::SubjectKind;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use engine::differing_sources::{PRICE, PRICE_TOLERANCE};
use engine::measures::{self, Aggregation, Measure};
use engine::withheld_reasons::{
    ABOVE_MAXIMUM, NAV_JUMP, NEGATIVE, NOT_WHOLE, PARTS_DISAGREE, REPEATED, Reason, SCALE_JUMP,
    SOURCES_DISAGREE, SUPPLY_DISAGREES, ZERO,
};
use rules::{NAVS, Rule, measures_where};

/// The unit of what counts things.
const COUNT: &str = "count";

/// The checks that look at values of a measure, of subjects of a kind.
pub fn checks_for(measure: &Measure, kind: SubjectKind) -> Vec<&'static Reason> {
    let slug = measure.slug.as_str();
    let mut found = Vec::new();
    found.extend((!measure.may_be_negative()).then_some(&NEGATIVE));
    found.extend((measure.unit == COUNT).then_some(&NOT_WHOLE));
    let rule = rules::for_measure(slug);
    found.extend(rule.is_never_zero.then_some(&ZERO));
    found.extend(rule.maximum.map(|_| &ABOVE_MAXIMUM));
    found.extend(rule.scale.map(|_| &SCALE_JUMP));
    found.extend(rule.is_quoted.then_some(&REPEATED));
    found.extend(bounded_pairs::reasons(slug));
    found.extend(distinct_counts::reasons(slug));
    found.extend(NAVS.contains(&slug).then_some(&NAV_JUMP));
    found.extend((slug == PRICE).then_some(&SOURCES_DISAGREE));
    let is_whole = kind == SubjectKind::Asset && measure.aggregation == Aggregation::Sum;
    found.extend(is_whole.then_some(&PARTS_DISAGREE));
    found.extend(measures::SUPPLY.contains(&slug).then_some(&SUPPLY_DISAGREES));
    found
}

/// Withholds what fails.
// The table `candidate` holds the values of the load, `present` answers what is known beside them.
pub async fn run(tx: &mut PgConnection, now: OffsetDateTime) -> Result<(), sqlx::Error> {
    let measures: HashSet<String> = sqlx::query_scalar(
        "SELECT DISTINCT s.measure_slug FROM key_series AS k JOIN series AS s ON s.id = k.series_id",
    )
    .fetch_all(&mut *tx)
    .await?
    .into_iter()
    .collect();
    let has = |measure: &str| measures.contains(measure);
    // In this order: a value keeps the first reason that is found, and what cannot be is no level for the checks after it.
    let mut statements = vec![negative(), not_whole()];
    if never_zero().any(has) {
        statements.push(zero());
    }
    statements.extend(above_maximum(has));
    statements.extend(bounded_pairs::statements(has));
    statements.extend(distinct_counts::statements(has));
    if scaled().any(has) {
        statements.push(valuations());
    }
    write(tx, statements).await?;
    // Before the jumps of net asset values: a file in another scale confirms each of its own.
    if scaled().any(has) {
        scale_jumps::run(tx).await?;
    }
    let mut statements = Vec::new();
    if NAVS.into_iter().any(has) {
        statements.push(nav_jumps::withhold());
    }
    if quoted().any(has) {
        statements.push(repeats::repeated());
    }
    if has(PRICE) {
        statements.extend([present(), sources_disagree()]);
    }
    write(tx, statements).await?;
    // Last, as it hands the reasons of an asset on to its parts.
    sums::run(tx, now).await
}

async fn write(tx: &mut PgConnection, statements: Vec<String>) -> Result<(), sqlx::Error> {
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *tx).await?;
    }
    Ok(())
}

fn never_zero() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.is_never_zero)
}

fn scaled() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.scale.is_some())
}

fn quoted() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.is_quoted)
}

/// Slugs of measures as a list in a statement.
fn listed(measures: impl IntoIterator<Item = &'static str>) -> String {
    measures.into_iter().map(|slug| format!("'{slug}'")).collect::<Vec<_>>().join(", ")
}

fn zero() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}' FROM series AS s
         WHERE c.reason IS NULL AND s.id = c.series_id AND c.value = 0 AND s.measure_slug IN ({})",
        ZERO.code,
        listed(never_zero())
    )
}

/// One statement for each rule with a maximum, of whose measures the load has one.
fn above_maximum(has: impl Fn(&str) -> bool) -> Vec<String> {
    let bounded = |rule: &'static Rule| rule.maximum.map(|maximum| (rule.measures, maximum));
    let bounds = rules::RULES.iter().filter_map(bounded);
    bounds
        .filter(|(measures, _)| measures.iter().any(|measure| has(measure)))
        .map(|(measures, maximum)| {
            format!(
                "UPDATE candidate AS c SET reason = '{}' FROM series AS s
                 WHERE c.reason IS NULL AND s.id = c.series_id AND c.value > {maximum} * (1 + 1e-9)
                     AND s.measure_slug IN ({})",
                ABOVE_MAXIMUM.code,
                listed(measures.iter().copied())
            )
        })
        .collect()
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

/// The values of the load whose scale is checked, to be looked up; one that cannot be is none.
fn valuations() -> String {
    format!(
        "CREATE TEMPORARY TABLE valuations ON COMMIT DROP AS
             SELECT c.series_id, c.date, c.known_at, c.is_dated, CASE WHEN c.reason IS NULL THEN c.value END AS value,
                 s.measure_slug
             FROM candidate AS c JOIN series AS s ON s.id = c.series_id
             WHERE s.measure_slug IN ({});
         CREATE INDEX ON valuations (series_id, date);
         ANALYZE valuations",
        listed(scaled())
    )
}

/// The reasons of values that cannot be, as a list in a statement: no other value is compared with them.
fn impossible() -> String {
    listed([NEGATIVE, ZERO, ABOVE_MAXIMUM].map(|reason| reason.code))
}

/// The newest value of each day of some measures, of this load or an earlier one, so many days around the load. Withheld
/// values count, except those that cannot be.
fn levels(measures: &str, days: i32) -> String {
    levels_between(measures, &days.to_string(), days)
}

/// The same, where the days before the load are an expression of the series `s`.
fn levels_between(measures: &str, before: &str, after: i32) -> String {
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

/// The newest value of a series on a day, of this load or an earlier one.
fn present() -> String {
    format!(
        "CREATE OR REPLACE FUNCTION pg_temp.present(of_series bigint, on_date date)
         RETURNS double precision LANGUAGE sql STABLE AS $$
         SELECT value FROM (
             SELECT value, known_at FROM valuations WHERE series_id = of_series AND date = on_date
             UNION ALL
             SELECT CASE WHEN reason IS NULL OR reason NOT IN ({}) THEN value END, known_at
             FROM observations WHERE series_id = of_series AND date = on_date
         ) AS known ORDER BY known_at DESC LIMIT 1 $$",
        impossible()
    )
}

/// Where sources have ranks, these decide which value counts, and nothing is withheld.
fn sources_disagree() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         -- The price of the other source stays: it is not of this load, and was checked by its own.
         FROM series AS s JOIN series AS o
             ON o.subject_id = s.subject_id AND o.network_slug = s.network_slug AND o.source <> s.source
         WHERE c.reason IS NULL AND s.id = c.series_id AND s.measure_slug = '{PRICE}' AND o.measure_slug = '{PRICE}'
           AND abs(c.value - pg_temp.present(o.id, c.date)) > {PRICE_TOLERANCE} * pg_temp.present(o.id, c.date)
           AND NOT EXISTS (
               SELECT FROM (SELECT DISTINCT ON (slug) * FROM source_ranks ORDER BY slug, known_at DESC) AS r
               WHERE r.rank IS NOT NULL AND r.source IN (s.source, o.source)
                   AND coalesce(r.measure_slug, '{PRICE}') = '{PRICE}'
                   AND c.date >= r.valid_from AND c.date <= coalesce(r.valid_until, c.date)
           )",
        SOURCES_DISAGREE.code
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_that_a_gate_names_exists() {
        for name in bounded_pairs::measures() {
            assert_eq!(measures::observed(name).map(|measure| measure.slug.as_str()), Some(name));
        }
    }
}
