//! Checks of sums: networks or tokens add up to their asset, mints less burns to the change of supply.

use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::rules::ROUNDING_TOLERANCE;
use crate::import::store::candidates::{RECHECKED, literal};
use engine::withheld_reasons::{
    BRIDGED_ABOVE_CIRCULATING, CIRCULATING_ABOVE_TOTAL, PARTS_DISAGREE, Reason, SUPPLY_DISAGREES,
};

/// Reasons that doubt the whole itself, and not its addition or its record.
const HANDED_ON: [&Reason; 3] =
    [&CIRCULATING_ABOVE_TOTAL, &BRIDGED_ABOVE_CIRCULATING, &SUPPLY_DISAGREES];

/// The series that make up a sum with those of the load: the whole, and its parts, each with its sign and the
/// days by which it is taken earlier.
const SUMS: &str = "CREATE TEMPORARY TABLE sums ON COMMIT DROP AS
    WITH loaded AS (
        SELECT DISTINCT s.subject_id, s.source FROM series AS s WHERE s.id IN (SELECT series_id FROM key_series)
    ), wanted AS (
        SELECT s.* FROM series AS s JOIN loaded USING (subject_id, source)
    ), owners AS (
        SELECT DISTINCT a.id, a.slug, l.source
        FROM loaded AS l
        JOIN subjects AS u ON u.id = l.subject_id
        JOIN subjects AS a ON a.kind = 'asset'
            AND a.slug = CASE u.kind WHEN 'asset' THEN u.slug WHEN 'token' THEN u.asset_slug END
    ), of_tokens AS (
        SELECT w.id AS whole_id, p.id AS series_id, bool_and(p.id IS NOT NULL) OVER (PARTITION BY w.id) AS are_all
        FROM owners AS o
        JOIN series AS w ON w.subject_id = o.id AND w.source = o.source AND w.network_slug = ''
        JOIN measures AS m ON m.slug = w.measure_slug AND m.aggregation = 'sum'
        JOIN subjects AS t ON t.kind = 'token' AND t.asset_slug = o.slug AND t.deleted_at IS NULL
        LEFT JOIN series AS p ON p.subject_id = t.id AND p.source = w.source AND p.measure_slug = w.measure_slug
        WHERE NOT EXISTS (
            SELECT FROM series AS n WHERE n.subject_id = w.subject_id AND n.source = w.source
                AND n.measure_slug = w.measure_slug AND n.network_slug <> ''
        )
    )
    SELECT w.id AS whole_id, p.id AS series_id, 1 AS sign, 0 AS days, true AS is_of_parts
    FROM wanted AS w
    JOIN measures AS m ON m.slug = w.measure_slug AND m.aggregation = 'sum'
    JOIN subjects AS u ON u.id = w.subject_id AND u.kind = 'asset'
    JOIN wanted AS p ON p.subject_id = w.subject_id AND p.source = w.source
        AND p.measure_slug = w.measure_slug AND p.network_slug <> ''
    WHERE w.network_slug = ''
    UNION ALL
    SELECT whole_id, series_id, 1, 0, true FROM of_tokens WHERE are_all
    UNION ALL
    SELECT w.id, p.id, r.sign, r.days, false
    FROM wanted AS w
    CROSS JOIN (VALUES ('total_supply_token', 1, 1), ('daily_mints_token', 1, 0), ('daily_burns_token', -1, 0))
        AS r (measure, sign, days)
    JOIN wanted AS p ON p.subject_id = w.subject_id AND p.source = w.source
        AND p.network_slug = w.network_slug AND p.measure_slug = r.measure
    WHERE w.measure_slug = 'total_supply_token'";

const EXIST: &str = "SELECT EXISTS (SELECT FROM sums)";

/// The days that the load says something of, and the newest values that belong to them.
const TERMS: &str = "CREATE TEMPORARY TABLE sum_days ON COMMIT DROP AS
        SELECT DISTINCT s.whole_id, s.is_of_parts, c.date + s.days AS date
        FROM candidate AS c JOIN sums AS s USING (series_id)
        UNION
        SELECT s.whole_id, s.is_of_parts, c.date FROM candidate AS c JOIN sums AS s ON s.whole_id = c.series_id;
    CREATE TEMPORARY TABLE sum_values ON COMMIT DROP AS
        WITH needed AS (
            SELECT s.series_id, d.date - s.days AS date FROM sum_days AS d JOIN sums AS s USING (whole_id, is_of_parts)
            UNION
            SELECT whole_id, date FROM sum_days
        )
        SELECT DISTINCT ON (series_id, date) series_id, date, value FROM (
            SELECT c.series_id, c.date, c.known_at, c.value FROM candidate AS c JOIN needed USING (series_id, date)
            UNION ALL
            SELECT o.series_id, o.date, o.known_at, o.value FROM observations AS o JOIN needed USING (series_id, date)
        ) AS known
        ORDER BY series_id, date, known_at DESC;
    CREATE INDEX ON sum_values (series_id, date);
    ANALYZE sum_days; ANALYZE sum_values";

/// The parts of an asset count from the first day on which each is reported; supply needs all of its parts.
fn apart() -> String {
    format!(
        "WITH begun AS (
             SELECT series_id, min(date) AS date FROM (
                 SELECT series_id, min(date) AS date FROM candidate GROUP BY series_id
                 UNION ALL
                 SELECT s.series_id, (SELECT min(o.date) FROM observations AS o WHERE o.series_id = s.series_id)
                 FROM (SELECT DISTINCT series_id FROM sums) AS s
             ) AS first GROUP BY series_id
         ), apart AS (
             SELECT d.whole_id, d.date, d.is_of_parts
             FROM sum_days AS d
             JOIN sum_values AS w ON w.series_id = d.whole_id AND w.date = d.date AND w.value IS NOT NULL
             JOIN sums AS s ON s.whole_id = d.whole_id AND s.is_of_parts = d.is_of_parts
             LEFT JOIN begun AS b ON b.series_id = s.series_id
             LEFT JOIN sum_values AS p ON p.series_id = s.series_id AND p.date = d.date - s.days
             WHERE NOT d.is_of_parts OR b.date <= d.date
             GROUP BY d.whole_id, d.date, d.is_of_parts, w.value
             -- Supply follows from three terms: that of the day before, mints and burns. Units are not rounded.
             HAVING bool_and(p.value IS NOT NULL) AND (d.is_of_parts OR count(*) = 3)
                 AND abs(sum(s.sign * p.value) - w.value)
                     > CASE WHEN d.is_of_parts THEN {ROUNDING_TOLERANCE} ELSE 0.000001 END * greatest(abs(w.value), 1)
         ), wrong AS (
             SELECT whole_id AS series_id, date, is_of_parts FROM apart
             UNION
             SELECT s.series_id, a.date, a.is_of_parts FROM apart AS a JOIN sums AS s USING (whole_id, is_of_parts)
             WHERE s.days = 0
         )
         UPDATE candidate AS c
         SET reason = CASE WHEN wrong.is_of_parts THEN '{}' ELSE '{}' END
         FROM wrong WHERE c.reason IS NULL AND c.series_id = wrong.series_id AND c.date = wrong.date",
        PARTS_DISAGREE.code, SUPPLY_DISAGREES.code
    )
}

/// Withholds the parts of earlier loads anew; once their whole stands they are judged again as it is.
fn handed_on(now: OffsetDateTime) -> String {
    let reasons = HANDED_ON.map(|reason| format!("'{}'", reason.code)).join(", ");
    format!(
        "CREATE TEMPORARY TABLE doubted ON COMMIT DROP AS
             WITH wholes AS (
                 SELECT DISTINCT ON (series_id, date) series_id, date, known_at, reason FROM candidate
                 WHERE series_id IN (SELECT whole_id FROM sums WHERE is_of_parts)
                 ORDER BY series_id, date, known_at DESC
             )
             SELECT s.series_id, w.date, min(w.reason) AS reason
             FROM wholes AS w
             JOIN sums AS s ON s.whole_id = w.series_id AND s.is_of_parts
             -- A value of the whole that became known after this load decides about it.
             WHERE w.reason IN ({reasons}) AND NOT EXISTS (
                 SELECT FROM observations AS later WHERE later.series_id = w.series_id AND later.date = w.date
                     AND later.known_at > w.known_at
             )
             GROUP BY s.series_id, w.date;
         INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
         SELECT d.series_id, d.date, {now}, false, o.value, {line}
         FROM doubted AS d
         CROSS JOIN LATERAL (
             SELECT value, reason FROM observations AS o WHERE o.series_id = d.series_id AND o.date = d.date
             ORDER BY known_at DESC LIMIT 1
         ) AS o
         -- Parts that the load itself brings are withheld by the statement below.
         WHERE o.reason IS NULL AND o.value IS NOT NULL
             AND NOT EXISTS (SELECT FROM candidate AS c WHERE c.series_id = d.series_id AND c.date = d.date);
         UPDATE candidate AS c SET reason = d.reason FROM doubted AS d
         WHERE c.reason IS NULL AND c.value IS NOT NULL AND c.series_id = d.series_id AND c.date = d.date",
        now = literal(now),
        line = RECHECKED,
    )
}

/// Withholds what does not add up, and the parts of what is withheld.
// Sums with a missing part are not compared. Where a sum does not agree it is unknown which part is wrong, so all
// values of the load in it are withheld. The reason of an asset counts for its parts, too, which would show the same
// number.
pub async fn run(tx: &mut PgConnection, now: OffsetDateTime) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(SUMS).execute(&mut *tx).await?;
    if sqlx::query_scalar(EXIST).fetch_one(&mut *tx).await? {
        for statement in [TERMS.to_owned(), apart(), handed_on(now)] {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *tx).await?;
        }
    }
    Ok(())
}
