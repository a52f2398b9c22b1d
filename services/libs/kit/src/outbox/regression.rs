//! Detects that a stream has lost acknowledged events, and sends them again.

use std::sync::LazyLock;

use prometheus::IntCounterVec;
use proto::events::{STREAMS, Stream};
use uuid::Uuid;

use super::term::{RelayError, STATEMENT, Term};
use crate::bus::{Bus, BusError};
use crate::db::{Db, DbError};
use crate::failpoint;

static REGRESSIONS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    prometheus::register_int_counter_vec!(
        "stream_regressions_total",
        "How often a stream had lost acknowledged events",
        &["stream"]
    )
    .expect("the name is used once")
});

/// The streams that have acknowledged events of this outbox.
pub(super) async fn acknowledged_streams(db: &Db) -> Result<Vec<&'static Stream>, DbError> {
    let names: Vec<String> = db
        .within(STATEMENT, async {
            let mut conn = db.conn().await?;
            Ok::<_, DbError>(
                sqlx::query_scalar("SELECT stream FROM outbox_streams")
                    .fetch_all(&mut *conn)
                    .await?,
            )
        })
        .await?;
    Ok(STREAMS
        .iter()
        .filter(|stream| names.iter().any(|name| name == stream.name))
        .copied()
        .collect())
}

/// Compares the stream with its acknowledgements; lost events are marked to be sent again.
// A broker can lose data: its disk fails, is restored from a backup, or was never flushed. The outbox keeps each
// event with its acknowledged position, so a loss can be detected and repaired.
pub(super) async fn verify(
    db: &Db,
    bus: &Bus,
    term: &Term,
    stream: &'static Stream,
) -> Result<(), RelayError> {
    let info = bus.ensured(stream).await?;
    failpoint::reach("relay.verify.read");
    let created = info.created.to_string();
    let before: Option<String> = db
        .within(STATEMENT, async {
            let mut conn = db.conn().await?;
            Ok::<_, DbError>(
                sqlx::query_scalar("SELECT created FROM outbox_streams WHERE stream = $1")
                    .bind(stream.name)
                    .fetch_optional(&mut *conn)
                    .await?,
            )
        })
        .await?;
    let kept = match &before {
        // A new stream of the same name: it may hold none of the events.
        Some(before) if *before != created => Some(0),
        _ => {
            let (first, last) = (info.state.first_sequence, info.state.last_sequence);
            kept_until(db, bus, stream, first as i64, last as i64).await?
        }
    };
    if before.as_ref() == Some(&created) && kept.is_none() {
        return Ok(());
    }
    let lost = forget(db, term, stream, kept, &created).await?;
    failpoint::reach("relay.verify.forgotten");
    if lost > 0 {
        REGRESSIONS.with_label_values(&[stream.name]).inc();
        tracing::error!(stream = stream.name, lost, "the stream lost events, they are sent again");
    }
    Ok(())
}

/// The position up to which the stream still holds the acknowledged events; none if it holds all of them.
async fn kept_until(
    db: &Db,
    bus: &Bus,
    stream: &'static Stream,
    first: i64,
    last: i64,
) -> Result<Option<i64>, RelayError> {
    // Below the first position events have expired, which is no loss.
    let (mut low, mut high) = (first - 1, i64::MAX);
    let Some(newest) = acknowledged(db, stream, low, high).await? else { return Ok(None) };
    if newest.0 <= last && holds(bus, stream, newest).await? {
        return Ok(None);
    }
    high = newest.0 - 1;
    while low < high {
        let middle = low + (high - low + 1) / 2;
        match acknowledged(db, stream, low, middle).await? {
            None => low = middle,
            Some(row) if row.0 <= last && holds(bus, stream, row).await? => low = middle,
            Some(row) => high = row.0 - 1,
        }
    }
    Ok(Some(low))
}

/// The newest acknowledged event in `(after, until]`. If a position was used twice, because the
/// stream lost the first event, the first one shows the loss.
async fn acknowledged(
    db: &Db,
    stream: &'static Stream,
    after: i64,
    until: i64,
) -> Result<Option<(i64, Uuid)>, DbError> {
    db.within(STATEMENT, async {
        let mut conn = db.conn().await?;
        Ok(sqlx::query_as(
            "SELECT stream_seq, id FROM outbox
             WHERE stream = $1 AND published_at IS NOT NULL AND stream_seq > $2 AND stream_seq <= $3
             ORDER BY stream_seq DESC, published_at
             LIMIT 1",
        )
        .bind(stream.name)
        .bind(after)
        .bind(until)
        .fetch_optional(&mut *conn)
        .await?)
    })
    .await
}

async fn holds(
    bus: &Bus,
    stream: &'static Stream,
    (sequence, id): (i64, Uuid),
) -> Result<bool, BusError> {
    let present = bus.message_id(stream, sequence as u64).await?;
    failpoint::reach("relay.verify.compared");
    Ok(present.is_some_and(|present| present == id.to_string()))
}

/// Marks all events above the position as unsent, and records the stream that the rest belongs to.
async fn forget(
    db: &Db,
    term: &Term,
    stream: &'static Stream,
    kept: Option<i64>,
    created: &str,
) -> Result<u64, RelayError> {
    let mut tx = db.tx().await?;
    if !term.lease.fence(&mut tx, term.epoch).await? {
        return Err(RelayError::Deposed);
    }
    // A week of events may be lost at once.
    sqlx::query("SET LOCAL statement_timeout = '60s'")
        .execute(&mut *tx)
        .await
        .map_err(DbError::from)?;
    let lost = sqlx::query(
        "UPDATE outbox SET published_at = NULL, stream_seq = NULL, relay_epoch = NULL
         WHERE stream = $1 AND published_at IS NOT NULL AND stream_seq > $2",
    )
    .bind(stream.name)
    .bind(kept.unwrap_or(i64::MAX))
    .execute(&mut *tx)
    .await
    .map_err(DbError::from)?
    .rows_affected();
    sqlx::query(
        "INSERT INTO outbox_streams (stream, created) VALUES ($1, $2)
         ON CONFLICT (stream) DO UPDATE SET created = excluded.created",
    )
    .bind(stream.name)
    .bind(created)
    .execute(&mut *tx)
    .await
    .map_err(DbError::from)?;
    tx.commit().await?;
    Ok(lost)
}
