//! Adds known values to a load that are judged by other values, and whose neighbours the load changes.

use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::rules::NAVS;
use super::statements::listed;
use crate::import::store::candidates::{RECHECKED, literal};
use engine::withheld_reasons::{
    BRIDGED_ABOVE_CIRCULATING, CIRCULATING_ABOVE_TOTAL, NAV_JUMP, PARTS_DISAGREE, REPEATED, Reason,
    SCALE_JUMP, SOURCES_DISAGREE, SUPPLY_DISAGREES,
};

/// The results of these checks depend on the values beside them, whether those are withheld or not. Counts of distinct
/// things are compared only with believed values, and one that is checked again is not believed.
const BESIDE: [&Reason; 8] = [
    &NAV_JUMP,
    &SCALE_JUMP,
    &REPEATED,
    &CIRCULATING_ABOVE_TOTAL,
    &BRIDGED_ABOVE_CIRCULATING,
    &SOURCES_DISAGREE,
    &SUPPLY_DISAGREES,
    &PARTS_DISAGREE,
];

/// Adds to the values of a load those that are to be checked with it.
pub async fn add(tx: &mut PgConnection, now: OffsetDateTime) -> Result<(), sqlx::Error> {
    for statement in [withheld(now), following(now), misdated(now)] {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *tx).await?;
    }
    Ok(())
}

/// The net asset values that come next after those of the load: they are compared with what was before them.
fn following(now: OffsetDateTime) -> String {
    format!(
        "INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
         SELECT DISTINCT ON (o.series_id, o.date) o.series_id, o.date, {now}, false, o.value, {RECHECKED}
         FROM (
             SELECT c.series_id, c.date, s.carry_days,
                 lead(c.date) OVER (PARTITION BY c.series_id ORDER BY c.date) AS next
             FROM candidate AS c JOIN series AS s ON s.id = c.series_id
             WHERE s.measure_slug IN ({navs})
         ) AS c CROSS JOIN LATERAL (
             SELECT o.series_id, o.date, o.value, o.reason FROM observations AS o
             WHERE o.series_id = c.series_id AND o.date > c.date AND o.date <= c.date + c.carry_days
                 -- Behind the next value of the load, that one is compared.
                 AND (c.next IS NULL OR o.date < c.next)
             ORDER BY o.date, o.known_at DESC LIMIT 1
         ) AS o
         WHERE o.reason IS NULL AND o.value IS NOT NULL",
        now = literal(now),
        navs = listed(NAVS)
    )
}

/// Averages of months that an earlier version dated within the month: they do not hold there.
fn misdated(now: OffsetDateTime) -> String {
    format!(
        "INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
         SELECT o.series_id, o.date, {now}, false, NULL, {RECHECKED}
         FROM (
             SELECT DISTINCT ON (o.series_id, o.date) o.series_id, o.date, o.value
             FROM key_series AS k JOIN series AS s ON s.id = k.series_id AND s.is_monthly_average
             JOIN observations AS o ON o.series_id = s.id
             ORDER BY o.series_id, o.date, o.known_at DESC
         ) AS o
         WHERE o.value IS NOT NULL AND o.date <> (date_trunc('month', o.date) + interval '1 month - 1 day')::date
             AND NOT EXISTS (SELECT FROM candidate AS c WHERE c.series_id = o.series_id AND c.date = o.date)",
        now = literal(now)
    )
}

/// Adds the withheld values of the subjects of a load, of their tokens and of their assets.
fn withheld(now: OffsetDateTime) -> String {
    let reasons = BESIDE.map(|reason| format!("'{}'", reason.code)).join(", ");
    format!(
        "WITH loaded AS (
             SELECT DISTINCT u.id, CASE u.kind WHEN 'asset' THEN u.slug WHEN 'token' THEN u.asset_slug END AS asset_slug
             FROM key_series AS k JOIN series AS s ON s.id = k.series_id JOIN subjects AS u ON u.id = s.subject_id
         ), near AS (
             SELECT id FROM loaded
             UNION
             SELECT a.id FROM loaded AS l JOIN subjects AS a ON a.kind = 'asset' AND a.slug = l.asset_slug
             UNION
             SELECT t.id FROM loaded AS l JOIN subjects AS t ON t.kind = 'token' AND t.asset_slug = l.asset_slug
         )
         INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
         SELECT o.series_id, o.date, {now}, false, o.value, {RECHECKED}
         FROM near JOIN series AS s ON s.subject_id = near.id JOIN observations AS o ON o.series_id = s.id
         WHERE o.reason IS NOT NULL AND o.reason IN ({reasons})
             -- A value that was corrected or published since is no longer in doubt.
             AND NOT EXISTS (
                 SELECT FROM observations AS later WHERE later.series_id = o.series_id AND later.date = o.date
                     AND later.known_at > o.known_at
             )
             AND NOT EXISTS (SELECT FROM candidate AS c WHERE c.series_id = o.series_id AND c.date = o.date)
             -- Fictional values state their reasons themselves, and no load confirms them.
             AND NOT EXISTS (SELECT FROM loads AS l WHERE l.id = o.load_id AND l.is_sample);
         -- The gates take the measures that they look at from this table.
         INSERT INTO key_series
         SELECT DISTINCT -1, series_id FROM candidate AS c
         WHERE NOT EXISTS (SELECT FROM key_series AS k WHERE k.series_id = c.series_id)",
        now = literal(now)
    )
}
