//! The ranks of sources as the catalog has them now and had them earlier.

use engine::day;
use engine::ranks::{Rank, Ranks};
use kit::db::DbError;
use kit::outbox;
use proto::catalog::v1::SourceRank;
use proto::timeseries::v1::RecordsChanged;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

/// Saves a rank that the catalog published. Every state is kept, so their order does not matter, and a replay changes nothing.
pub async fn save(tx: &mut PgConnection, rank: Option<SourceRank>) -> Result<(), DbError> {
    let Some(rank) = rank else { return Ok(()) };
    let written = sqlx::query(
        "INSERT INTO source_ranks (slug, known_at, source, measure_slug, valid_from, valid_until, rank)
         VALUES ($1, to_timestamp($2 / 1000.0), $3, $4, $5::date, $6::date, $7)
         ON CONFLICT (slug, known_at) DO NOTHING",
    )
    .bind(&rank.slug)
    .bind(rank.updated_at)
    .bind(&rank.source_slug)
    .bind(&rank.measure_slug)
    .bind(&rank.valid_from)
    .bind(&rank.valid_until)
    .bind(rank.rank as i32)
    .execute(&mut *tx)
    .await?;
    announce(tx, written.rows_affected(), rank.slug).await
}

/// Notes that the catalog has removed a rank.
pub async fn remove(
    tx: &mut PgConnection,
    slug: String,
    at: OffsetDateTime,
) -> Result<(), DbError> {
    let written = sqlx::query(
        "INSERT INTO source_ranks (slug, known_at, source, measure_slug, valid_from, valid_until)
         SELECT slug, $2, source, measure_slug, valid_from, valid_until FROM source_ranks
         WHERE slug = $1 AND known_at <= $2 ORDER BY known_at DESC LIMIT 1
         ON CONFLICT (slug, known_at) DO UPDATE SET rank = NULL",
    )
    .bind(&slug)
    .bind(at)
    .execute(&mut *tx)
    .await?;
    announce(tx, written.rows_affected(), slug).await
}

/// Replicas look at the database when anything changes.
async fn announce(tx: &mut PgConnection, written: u64, slug: String) -> Result<(), DbError> {
    if written == 0 {
        return Ok(());
    }
    let event = RecordsChanged { subject_slugs: Vec::new(), load_id: None };
    outbox::publish_for(tx, &event, &format!("source_rank/{slug}")).await
}

type Row = (String, Option<String>, Date, Option<Date>, i32, OffsetDateTime);

/// The ranks that were known at an instant, or are now.
pub async fn ranks(conn: &mut PgConnection, at: Option<OffsetDateTime>) -> Result<Ranks, DbError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT source, measure_slug, valid_from, valid_until, rank, known_at FROM (
             SELECT DISTINCT ON (slug) * FROM source_ranks
             WHERE $1::timestamptz IS NULL OR known_at <= $1
             ORDER BY slug, known_at DESC
         ) AS known WHERE rank IS NOT NULL",
    )
    .bind(at)
    .fetch_all(conn)
    .await?;
    let rank = |(source, measure, from, until, rank, known_at): Row| Rank {
        source,
        measure,
        from: day::from_date(from),
        until: until.map(day::from_date),
        rank: rank.unsigned_abs(),
        known_at: kit::clock::milliseconds(known_at),
    };
    Ok(Ranks::new(rows.into_iter().map(rank)))
}

/// The ranks that were known at an instant, if others are known now.
pub async fn other_ranks(
    conn: &mut PgConnection,
    at: OffsetDateTime,
) -> Result<Option<Ranks>, DbError> {
    let has_changed: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM source_ranks WHERE known_at > $1)")
            .bind(at)
            .fetch_one(&mut *conn)
            .await?;
    if has_changed { Ok(Some(ranks(conn, Some(at)).await?)) } else { Ok(None) }
}
