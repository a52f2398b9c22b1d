//! The points of a file in temporary tables, where they are compared with the known values.

use kit::clock::milliseconds;
use kit::db::DbError;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::series;
use crate::import::manifests::key::Key;
use crate::import::report::{Rejection, Rejections};

/// The line of a value that is not of the file, but checked with it.
pub const RECHECKED: i64 = 0;

/// Makes the table that points are copied into; it ends with the transaction.
pub async fn prepare(tx: &mut PgConnection) -> Result<(), DbError> {
    sqlx::query(
        "CREATE TEMPORARY TABLE incoming (
             line bigint NOT NULL, key integer NOT NULL, date date NOT NULL,
             known_at timestamptz, value double precision
         ) ON COMMIT DROP",
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Gives every point its series; those that do not say when they became known are compared as of the given instant.
pub async fn resolve(
    tx: &mut PgConnection,
    keys: &[Key],
    is_sample: bool,
    now: OffsetDateTime,
) -> Result<(), DbError> {
    let series = series::ids(tx, keys, is_sample).await?;
    sqlx::query(
        "CREATE TEMPORARY TABLE key_series (key integer NOT NULL, series_id bigint NOT NULL) ON COMMIT DROP",
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO key_series
         SELECT place - 1, series_id FROM unnest($1::bigint[]) WITH ORDINALITY AS k (series_id, place)",
    )
    .bind(series)
    .execute(&mut *tx)
    .await?;
    sqlx::raw_sql(AssertSqlSafe(format!(
        "CREATE TEMPORARY TABLE candidate ON COMMIT DROP AS
             SELECT k.series_id, i.date, coalesce(i.known_at, {}) AS known_at, i.known_at IS NOT NULL AS is_dated,
                 i.value, NULL::text AS reason, i.line
             FROM incoming AS i JOIN key_series AS k USING (key);
         DROP TABLE incoming;
         ANALYZE candidate",
        literal(now)
    )))
    .execute(&mut *tx)
    .await?;
    Ok(())
}

/// An instant in a statement that takes no parameters.
pub fn literal(instant: OffsetDateTime) -> String {
    format!("to_timestamp({} / 1000.0)", milliseconds(instant))
}

/// Values that contradict the file itself or what became known before at the same instant.
pub async fn contradictions(tx: &mut PgConnection) -> Result<Rejections, DbError> {
    let mut rejections = Rejections::default();
    let twice: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT max(line), min(line) FROM candidate
         GROUP BY series_id, date, known_at HAVING count(*) > 1 ORDER BY 1 LIMIT 50",
    )
    .fetch_all(&mut *tx)
    .await?;
    for (line, first) in twice {
        let expected = format!("one value for a series and a day: line {first} has it already");
        rejections.push(Rejection::at(line, "date", "", &expected));
    }
    let rewritten: Vec<i64> = sqlx::query_scalar(
        "SELECT c.line FROM candidate AS c
         JOIN observations AS o USING (series_id, date, known_at)
         WHERE o.value IS DISTINCT FROM c.value ORDER BY 1 LIMIT 50",
    )
    .fetch_all(&mut *tx)
    .await?;
    for line in rewritten {
        let expected =
            "the value that became known at that instant: a correction has an instant of its own";
        rejections.push(Rejection::at(line, "known_at", "", expected));
    }
    Ok(rejections)
}
