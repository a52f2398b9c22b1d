//! The numbers of the sample universe in the database.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use kit::db::{DbError, Tx};
use proto::codec::Text as _;
use proto::timeseries::v1::TransferKind;
use sample::numbers::{Earlier, Holding, Point, Transfer, end_of};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use crate::day;
use crate::import::{CopiedRows, Rejections, ledger};
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

/// Adds transfers of tokens.
pub async fn add_transfers(tx: &mut Tx, load: i64, transfers: Vec<Transfer>) -> anyhow::Result<()> {
    let rows = transfers.into_iter().map(|transfer| {
        let kind = TransferKind::from_text(transfer.kind).context("a kind of transfer")?;
        let row = ledger::Transfer {
            happened_at: transfer.happened_at,
            block: transfer.block,
            transaction: transfer.transaction,
            log_index: i32::try_from(transfer.number)?,
            kind,
            raw: transfer.raw,
            amount: transfer.amount,
            from: transfer.from,
            to: transfer.to,
            dollars: transfer.dollar,
            known_at: Some(end_of(day::at(transfer.happened_at))),
        };
        Ok((transfer.token, row))
    });
    let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
    taken(&ledger::add_samples(tx, &rows, load).await?)
}

/// Adds balances of holders.
pub async fn add_holdings(tx: &mut Tx, load: i64, holdings: Vec<Holding>) -> anyhow::Result<()> {
    let rows = holdings.into_iter().map(|holding| {
        let row = ledger::Holding {
            day: holding.day,
            rank: i32::try_from(holding.rank)?,
            address: holding.address,
            is_issuer: holding.is_issuer,
            raw: holding.raw,
            balance: holding.balance,
            share: holding.share,
            dollars: holding.dollar,
            known_at: Some(end_of(holding.day)),
        };
        Ok((holding.token, row))
    });
    let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
    taken(&ledger::add_samples(tx, &rows, load).await?)
}

fn taken(rejections: &Rejections) -> anyhow::Result<()> {
    match rejections.all() {
        [] => Ok(()),
        [first, ..] => bail!("rows of the sample universe were refused: {first}"),
    }
}

/// Removes holders of days that end no month and are not the last one any more.
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
