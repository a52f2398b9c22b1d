//! How the numbers of the sample universe come into the database, and how they go.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use kit::db::DbError;
use kit::outbox;
use proto::timeseries::v1::RecordsChanged;
use sample::numbers::{Earlier, Holding, Point, Transfer, end_of};
use sqlx::PgConnection;
use time::format_description::well_known::Rfc3339;
use time::{Date, OffsetDateTime};

use crate::day;
use crate::import::CopiedRows;
use crate::subjects::Record;

/// The last load of a file: its last day and its hash.
pub async fn last_load(
    tx: &mut PgConnection,
    file: &str,
) -> Result<Option<(Option<Date>, String)>, DbError> {
    Ok(sqlx::query_as("SELECT last_date, hash FROM loads WHERE file = $1 ORDER BY id DESC LIMIT 1")
        .bind(file)
        .fetch_optional(tx)
        .await?)
}

/// Those of some subjects that are known as real.
pub async fn real_among(tx: &mut PgConnection, records: &[Record]) -> Result<Vec<String>, DbError> {
    let kinds: Vec<String> = records.iter().map(|record| record.kind.to_owned()).collect();
    let slugs: Vec<String> = records.iter().map(|record| record.slug.clone()).collect();
    Ok(sqlx::query_scalar(
        "SELECT u.slug FROM unnest($1::text[], $2::text[]) AS r (kind, slug)
         JOIN subjects AS u ON u.kind = r.kind AND u.slug = r.slug WHERE NOT u.is_sample LIMIT 5",
    )
    .bind(kinds)
    .bind(slugs)
    .fetch_all(tx)
    .await?)
}

/// The numbers of all fictional tokens, by their slugs.
pub async fn tokens(tx: &mut PgConnection) -> Result<HashMap<String, i64>, DbError> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT slug, id FROM subjects WHERE kind = 'token' AND is_sample")
            .fetch_all(tx)
            .await?;
    Ok(rows.into_iter().collect())
}

/// Copies values of series.
pub async fn copy_points(
    tx: &mut PgConnection,
    load: i64,
    series: &[i64],
    points: &[Point],
) -> Result<(), DbError> {
    let statement = "COPY observations (series_id, load_id, known_at, value, date, reason) FROM STDIN (FORMAT binary)";
    let mut rows = CopiedRows::begin(tx, statement).await?;
    for point in points {
        rows.row(6).await?;
        rows.long(series[point.series]);
        rows.long(load);
        rows.instant(point.known_at);
        rows.number(Some(point.number));
        rows.day(point.day);
        rows.text(point.reason);
    }
    rows.end().await?;
    Ok(())
}

/// Notes which series a load has values of, and when the first of these became known.
pub async fn note_series(
    tx: &mut PgConnection,
    load: i64,
    series: &BTreeMap<i64, OffsetDateTime>,
) -> Result<(), DbError> {
    let ids: Vec<i64> = series.keys().copied().collect();
    let known_at: Vec<OffsetDateTime> = series.values().copied().collect();
    sqlx::query(
        "INSERT INTO series_loads (series_id, load_id, known_at)
         SELECT series_id, $1, known_at FROM unnest($2::bigint[], $3::timestamptz[]) AS s (series_id, known_at)",
    )
    .bind(load)
    .bind(ids)
    .bind(known_at)
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes that a value of a series replaced another.
pub async fn note_restated(
    tx: &mut PgConnection,
    load: i64,
    series: i64,
    point: &Point,
    earlier: &Earlier,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO restatements
             (series_id, load_id, date, known_at, value, reason, earlier_value, earlier_reason, earlier_known_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(series)
    .bind(load)
    .bind(day::date(point.day))
    .bind(point.known_at)
    .bind(point.number)
    .bind(point.reason)
    .bind(earlier.number)
    .bind(earlier.reason)
    .bind(earlier.known_at)
    .execute(tx)
    .await?;
    Ok(())
}

/// Copies transfers.
pub async fn copy_transfers(
    tx: &mut PgConnection,
    load: i64,
    tokens: &HashMap<String, i64>,
    transfers: &[Transfer],
) -> Result<(), DbError> {
    let mut text = String::new();
    for transfer in transfers {
        let Some(token) = tokens.get(&transfer.token) else { continue };
        let happened_at = instant(transfer.happened_at);
        let known_at = instant(end_of(day::at(transfer.happened_at)));
        let Transfer { block, transaction, number, kind, raw, amount, .. } = transfer;
        let [from, to] =
            [&transfer.from, &transfer.to].map(|side| side.as_deref().unwrap_or("\\N"));
        let dollar = cell(transfer.dollar);
        let _ = writeln!(
            text,
            "{token}\t{load}\t{happened_at}\t{block}\t{transaction}\t{number}\t{kind}\t{from}\t{to}\t{raw}\t{amount}\t{dollar}\t{known_at}"
        );
    }
    let statement = "COPY transfers (token_id, load_id, happened_at, block_number, transaction_hash, log_index, kind,
         from_address, to_address, amount_raw, amount, value_dollar, known_at) FROM STDIN";
    copy(tx, statement, text).await
}

/// Copies balances.
pub async fn copy_holdings(
    tx: &mut PgConnection,
    load: i64,
    tokens: &HashMap<String, i64>,
    holdings: &[Holding],
) -> Result<(), DbError> {
    let mut text = String::new();
    for holding in holdings {
        let Some(token) = tokens.get(&holding.token) else { continue };
        let Holding { rank, address, is_issuer, raw, balance, share, .. } = holding;
        let (date, dollar) = (day::text(holding.day), cell(holding.dollar));
        let known_at = instant(end_of(holding.day));
        let _ = writeln!(
            text,
            "{token}\t{load}\t{date}\t{rank}\t{address}\t{is_issuer}\t{raw}\t{balance}\t{share}\t{dollar}\t{known_at}"
        );
    }
    let statement = "COPY holders (token_id, load_id, date, rank, address, is_issuer, balance_raw, balance, share,
         value_dollar, known_at) FROM STDIN";
    copy(tx, statement, text).await
}

fn instant(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

fn cell(number: Option<f64>) -> String {
    number.map_or_else(|| "\\N".to_owned(), |number| number.to_string())
}

async fn copy(tx: &mut PgConnection, statement: &'static str, text: String) -> Result<(), DbError> {
    if !text.is_empty() {
        let mut sink = tx.copy_in_raw(statement).await?;
        sink.send(text.as_bytes()).await?;
        sink.finish().await?;
    }
    Ok(())
}

/// Forgets the holders of days that were the last one once, and end no month.
pub async fn thin_holders(tx: &mut PgConnection, last: Date) -> Result<(), DbError> {
    sqlx::query(
        "DELETE FROM holders AS h USING subjects AS u
         WHERE u.id = h.token_id AND u.is_sample AND h.date < $1 AND extract(day FROM h.date + 1) <> 1",
    )
    .bind(last)
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes everything that is fictional.
pub async fn remove(tx: &mut PgConnection) -> Result<(), DbError> {
    let removed = sqlx::raw_sql(
        "DELETE FROM transfers USING subjects AS u WHERE u.id = token_id AND u.is_sample;
         DELETE FROM holders USING subjects AS u WHERE u.id = token_id AND u.is_sample;
         DELETE FROM observations AS o USING series AS s JOIN subjects AS u ON u.id = s.subject_id
             WHERE s.id = o.series_id AND u.is_sample;
         DELETE FROM restatements AS r USING series AS s JOIN subjects AS u ON u.id = s.subject_id
             WHERE s.id = r.series_id AND u.is_sample;
         DELETE FROM series USING subjects AS u WHERE u.id = subject_id AND u.is_sample;
         DELETE FROM subjects WHERE is_sample;
         DELETE FROM dataset_manifests AS m USING dataset_files AS f
             WHERE f.id = ANY(m.file_ids) AND f.name LIKE '%-sample.%';
         DELETE FROM dataset_files WHERE name LIKE '%-sample.%';
         DELETE FROM loads WHERE is_sample",
    )
    .execute(&mut *tx)
    .await?;
    if removed.rows_affected() > 0 {
        outbox::publish_for(tx, &RecordsChanged::default(), "sample").await?;
    }
    Ok(())
}
