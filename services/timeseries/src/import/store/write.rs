//! Points of a file as observations, in one transaction: everything of it or nothing.

use kit::db::DbError;
use proto::codec::Text as _;
use sqlx::{AssertSqlSafe, PgConnection};
use time::{Date, OffsetDateTime};

use super::candidates::{RECHECKED, literal};
use super::provenance::{date, method_version, transformation};
use crate::import::loads::job::Job;
use crate::import::manifests::manifest::Origin;
use crate::import::report::LoadSummary;

/// A load as it is kept, without its numbers.
pub struct Load<'a> {
    pub file: &'a str,
    /// Where its numbers come from.
    pub origin: &'a Origin,
    /// The day on which they were taken.
    pub retrieved_on: Date,
    /// SHA-256 of the file and of its description.
    pub hash: &'a str,
    /// The conversion of the values, in words.
    pub transformation: Option<String>,
    /// How the values were made or taken over.
    pub method_version: &'a str,
    /// Whether it is fictional.
    pub is_sample: bool,
    /// When values became known that do not say it.
    pub known_at: OffsetDateTime,
}

impl<'a> Load<'a> {
    /// The load of a file.
    pub fn new(job: &'a Job<'_>, known_at: OffsetDateTime) -> anyhow::Result<Self> {
        let Job { file, origin, columns, is_sample, hash, .. } = job;
        Ok(Self {
            file: &file.name,
            origin,
            retrieved_on: date(&origin.retrieved_on)?,
            hash,
            transformation: transformation(origin, *columns),
            method_version: method_version(origin),
            is_sample: *is_sample,
            known_at,
        })
    }
}

/// Values that do not state when they became known do so now: comparing and checking may have taken minutes, and
/// answers as of an instant before must not change afterwards.
fn changes(known_at: OffsetDateTime) -> String {
    CHANGED.replace("{now}", &literal(known_at))
}

/// A value is new when it differs from the one that was known just before it, of this file or of a load. A value
/// that became known at that very instant already is the same: a contradiction would have been refused.
const CHANGED: &str = "CREATE TEMPORARY TABLE changed ON COMMIT DROP AS
    SELECT series_id, date, known_at, value, reason, line,
        CASE WHEN in_file THEN file_value ELSE load_value END AS earlier_value,
        CASE WHEN in_file THEN file_reason ELSE load_reason END AS earlier_reason,
        CASE WHEN in_file THEN file_known_at ELSE load_known_at END AS earlier_known_at
    FROM (
        SELECT f.*, d.value AS load_value, d.reason AS load_reason, d.known_at AS load_known_at,
            f.file_known_at IS NOT NULL AND (d.known_at IS NULL OR d.known_at < f.file_known_at) AS in_file
        FROM (
            SELECT c.*, lag(value) OVER w AS file_value, lag(reason) OVER w AS file_reason,
                lag(known_at) OVER w AS file_known_at
            FROM (
                SELECT series_id, date, value, reason, line, CASE WHEN is_dated THEN known_at ELSE {now} END AS known_at
                FROM candidate
            ) AS c WINDOW w AS (PARTITION BY series_id, date ORDER BY known_at)
        ) AS f
        LEFT JOIN LATERAL (
            SELECT o.value, o.reason, o.known_at FROM observations AS o
            WHERE o.series_id = f.series_id AND o.date = f.date AND o.known_at <= f.known_at
            ORDER BY o.known_at DESC LIMIT 1
        ) AS d ON true
    ) AS compared
    WHERE load_known_at IS DISTINCT FROM known_at AND (
        CASE WHEN in_file THEN file_known_at ELSE load_known_at END IS NULL
        OR CASE WHEN in_file THEN file_value ELSE load_value END IS DISTINCT FROM value
        OR CASE WHEN in_file THEN file_reason ELSE load_reason END IS DISTINCT FROM reason
    )";

/// Writes what differs from what is known, and notes the load.
pub async fn commit(tx: &mut PgConnection, load: &Load<'_>) -> Result<LoadSummary, DbError> {
    sqlx::raw_sql(AssertSqlSafe(changes(load.known_at))).execute(&mut *tx).await?;
    let mut loaded = load_summary(tx).await?;
    loaded.load_id = reserve(tx).await?;
    note(tx, load, &loaded).await?;
    sqlx::query(
        "INSERT INTO observations (series_id, load_id, known_at, value, date, reason)
         SELECT series_id, $1, known_at, value, date, reason FROM changed ORDER BY series_id, date, known_at",
    )
    .bind(loaded.load_id)
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO series_loads (series_id, load_id, known_at)
         SELECT series_id, $1, min(known_at) FROM changed GROUP BY series_id",
    )
    .bind(loaded.load_id)
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO restatements
             (series_id, load_id, date, known_at, value, reason, earlier_value, earlier_reason, earlier_known_at)
         SELECT series_id, $1, date, known_at, value, reason, earlier_value, earlier_reason, earlier_known_at
         FROM changed WHERE earlier_known_at IS NOT NULL ORDER BY series_id, date, known_at",
    )
    .bind(loaded.load_id)
    .execute(&mut *tx)
    .await?;
    // A value that became known later was there before, and turns out to be a correction: no value that became
    // known with the load itself is followed by another.
    sqlx::query(
        "INSERT INTO restatements
             (series_id, load_id, date, known_at, value, reason, earlier_value, earlier_reason, earlier_known_at)
         SELECT n.series_id, n.load_id, n.date, n.known_at, n.value, n.reason, c.value, c.reason, c.known_at
         FROM changed AS c CROSS JOIN LATERAL (
             SELECT o.* FROM observations AS o
             WHERE o.series_id = c.series_id AND o.date = c.date AND o.known_at > c.known_at
             ORDER BY o.known_at LIMIT 1
         ) AS n
         WHERE c.known_at < $1 AND n.load_id <> $2
             AND (n.value IS DISTINCT FROM c.value OR n.reason IS DISTINCT FROM c.reason)
         ORDER BY n.series_id, n.date, n.known_at",
    )
    .bind(load.known_at)
    .bind(loaded.load_id)
    .execute(&mut *tx)
    .await?;
    Ok(loaded)
}

/// The series that a load changed, and those of them that it corrected.
pub async fn changed_series(tx: &mut PgConnection) -> Result<(Vec<i64>, Vec<i64>), DbError> {
    let changed: Vec<(i64, bool)> = sqlx::query_as(
        "SELECT series_id, bool_or(earlier_known_at IS NOT NULL) FROM changed GROUP BY series_id ORDER BY series_id",
    )
    .fetch_all(tx)
    .await?;
    let restated = changed.iter().filter(|(_, is_restated)| *is_restated);
    let restated = restated.map(|(series, _)| *series).collect();
    Ok((changed.into_iter().map(|(series, _)| series).collect(), restated))
}

async fn load_summary(tx: &mut PgConnection) -> Result<LoadSummary, DbError> {
    let (accepted, of_file, restated, first_date, last_date): (
        i64,
        i64,
        i64,
        Option<Date>,
        Option<Date>,
    ) = sqlx::query_as(
        "SELECT count(*), count(*) FILTER (WHERE line <> $1), count(earlier_known_at), min(date), max(date)
         FROM changed",
    )
    .bind(RECHECKED)
    .fetch_one(&mut *tx)
    .await?;
    let withheld: Vec<(String, i64)> = sqlx::query_as(
        "SELECT reason, count(*) FROM changed WHERE reason IS NOT NULL GROUP BY reason ORDER BY reason",
    )
    .fetch_all(&mut *tx)
    .await?;
    let (all, series): (i64, i64) = sqlx::query_as(
        "SELECT count(*), count(DISTINCT series_id) FROM candidate WHERE line <> $1",
    )
    .bind(RECHECKED)
    .fetch_one(&mut *tx)
    .await?;
    let earlier_sources: Vec<(String, i64)> = sqlx::query_as(
        "SELECT first.source, count(*)
         FROM series AS s CROSS JOIN LATERAL (
             SELECT o.source FROM series AS o
             WHERE o.subject_id = s.subject_id AND o.network_slug = s.network_slug
                 AND o.measure_slug = s.measure_slug AND o.id <= s.id
             ORDER BY o.id LIMIT 1
         ) AS first
         WHERE s.id IN (SELECT series_id FROM candidate WHERE line <> $1) AND first.source <> s.source
         GROUP BY first.source ORDER BY first.source",
    )
    .bind(RECHECKED)
    .fetch_all(&mut *tx)
    .await?;
    let unchanged = all - of_file;
    Ok(LoadSummary {
        load_id: 0,
        accepted,
        unchanged,
        restated,
        withheld,
        series,
        earlier_sources,
        first_date,
        last_date,
    })
}

/// The number of the next load.
pub async fn reserve(tx: &mut PgConnection) -> Result<i64, DbError> {
    Ok(sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('loads', 'id'))")
        .fetch_one(tx)
        .await?)
}

pub async fn note(
    tx: &mut PgConnection,
    load: &Load<'_>,
    loaded: &LoadSummary,
) -> Result<(), DbError> {
    let reasons: Vec<String> = loaded.withheld.iter().map(|(reason, _)| reason.clone()).collect();
    let counts: Vec<i64> = loaded.withheld.iter().map(|(_, count)| *count).collect();
    let terms = load.origin.terms();
    sqlx::query(
        "INSERT INTO loads (id, file, source, licence, attribution, retrieved_on, hash, method_version, transformation,
             is_sample, known_at, accepted, withheld, restated, unchanged, series_count, first_date, last_date,
             withheld_reasons, withheld_counts, visible_to, is_redistributable) OVERRIDING SYSTEM VALUE
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
    )
    .bind(loaded.load_id)
    .bind(load.file)
    .bind(&load.origin.source)
    .bind(&load.origin.licence)
    .bind(&load.origin.attribution)
    .bind(load.retrieved_on)
    .bind(load.hash)
    .bind(load.method_version)
    .bind(&load.transformation)
    .bind(load.is_sample)
    .bind(load.known_at)
    .bind(loaded.accepted)
    .bind(loaded.withheld_count())
    .bind(loaded.restated)
    .bind(loaded.unchanged)
    .bind(loaded.series)
    .bind(loaded.first_date)
    .bind(loaded.last_date)
    .bind(reasons)
    .bind(counts)
    .bind(terms.visible_to.text())
    .bind(terms.is_redistributable)
    .execute(tx)
    .await?;
    Ok(())
}
