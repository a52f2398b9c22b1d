//! Checks of totals that a source states itself: those of the subject that the manifest declares as the total of its file.

use engine::withheld_reasons::TOTAL_DISAGREES;
use sqlx::PgConnection;

use super::rules::ROUNDING_TOLERANCE;
use super::statements::write;
use crate::import::manifests::declared_total::DeclaredTotal;
use crate::import::store::candidates::RECHECKED;

const PAIRS: &str =
    "CREATE TEMPORARY TABLE total_parts (total_id bigint NOT NULL, part_id bigint NOT NULL, carry_days integer NOT NULL)
     ON COMMIT DROP";

/// The series of the file of each total: of its measure and its source. A subject with a value for all of its networks
/// counts once.
const PARTS: &str = "WITH of_file AS (SELECT DISTINCT series_id FROM key_series WHERE key >= 0)
    INSERT INTO total_parts
    SELECT t.id, p.id, p.carry_days
    FROM subjects AS u
    JOIN series AS t ON t.subject_id = u.id AND t.network_slug = ''
    JOIN measures AS m ON m.slug = t.measure_slug AND m.aggregation = 'sum'
    JOIN series AS p ON p.measure_slug = t.measure_slug AND p.source = t.source AND p.subject_id <> u.id
    WHERE u.kind = $1 AND u.slug = $2
        AND t.id IN (SELECT series_id FROM of_file) AND p.id IN (SELECT series_id FROM of_file)
        AND (p.network_slug = '' OR NOT EXISTS (
            SELECT FROM series AS w
            WHERE w.subject_id = p.subject_id AND w.measure_slug = p.measure_slug AND w.source = p.source
                AND w.network_slug = '' AND w.id IN (SELECT series_id FROM of_file)
        ))";

/// The values of both on the days of the file; what an earlier check withholds is unknown.
fn values() -> String {
    format!(
        "CREATE TEMPORARY TABLE total_values ON COMMIT DROP AS
             SELECT DISTINCT ON (series_id, date) series_id, date, CASE WHEN reason IS NULL THEN value END AS value
             FROM candidate
             WHERE line <> {RECHECKED} AND series_id IN (
                 SELECT total_id FROM total_parts UNION SELECT part_id FROM total_parts
             )
             ORDER BY series_id, date, known_at DESC;
         CREATE INDEX ON total_values (series_id, date);
         CREATE INDEX ON total_parts (total_id);
         ANALYZE total_parts; ANALYZE total_values"
    )
}

/// A total is not compared where the value of a part is unknown: null, or without a row while its last value stands. A part
/// whose last value no longer stands has ended.
fn apart() -> String {
    format!(
        "WITH apart AS (
             SELECT p.total_id, t.date
             FROM total_parts AS p
             JOIN total_values AS t ON t.series_id = p.total_id AND t.value IS NOT NULL
             JOIN total_values AS v ON v.series_id = p.part_id AND v.date = t.date
             GROUP BY p.total_id, t.date, t.value
             HAVING bool_and(v.value IS NOT NULL)
                 AND abs(sum(v.value) - t.value) > {ROUNDING_TOLERANCE} * greatest(abs(t.value), 1)
         )
         UPDATE candidate AS c SET reason = '{reason}' FROM apart AS a
         WHERE c.reason IS NULL AND c.series_id = a.total_id AND c.date = a.date AND NOT EXISTS (
             SELECT FROM total_parts AS p
             WHERE p.total_id = a.total_id
                 AND NOT EXISTS (
                     SELECT FROM total_values AS v WHERE v.series_id = p.part_id AND v.date = a.date
                 )
                 AND (EXISTS (
                     SELECT FROM total_values AS v
                     WHERE v.series_id = p.part_id AND v.value IS NOT NULL
                         AND v.date BETWEEN a.date - p.carry_days AND a.date
                 ) OR EXISTS (
                     SELECT FROM (
                         SELECT DISTINCT ON (o.date) o.value FROM observations AS o
                         WHERE o.series_id = p.part_id AND o.date BETWEEN a.date - p.carry_days AND a.date
                         ORDER BY o.date, o.known_at DESC
                     ) AS newest
                     WHERE newest.value IS NOT NULL
                 ))
         )",
        reason = TOTAL_DISAGREES.code,
    )
}

/// Withholds the totals that differ from the sum of their rows. The rows stay: each may be right without the others.
pub async fn run(tx: &mut PgConnection, total: &DeclaredTotal) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(PAIRS).execute(&mut *tx).await?;
    sqlx::query(PARTS)
        .bind(&total.subject_kind)
        .bind(&total.subject_slug)
        .execute(&mut *tx)
        .await?;
    write(tx, vec![values(), apart()]).await
}
