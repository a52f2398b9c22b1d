//! Compares a consumer's position in its stream with the events that it has handled.

use std::time::Duration;

use uuid::Uuid;

use super::Durable;
use crate::bus::{Bus, BusError};
use crate::db::{Db, DbError};

const STATEMENT: Duration = Duration::from_secs(2);

#[derive(Debug, thiserror::Error)]
pub(super) enum PositionError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Bus(#[from] BusError),
}

/// Whether the stream still holds the newest event that was handled.
// A stream that lost its newest messages reuses their positions. The server would count the new messages as handled,
// so the consumer starts over; the inbox skips the events that it knows.
pub(super) async fn holds(
    bus: &Bus,
    db: &Db,
    durable: &'static Durable,
) -> Result<bool, PositionError> {
    let newest: Option<(i64, Uuid)> = db
        .within(STATEMENT, async {
            let mut conn = db.conn().await?;
            Ok::<_, DbError>(
                sqlx::query_as(
                    "SELECT stream_seq, event_id FROM inbox
                     WHERE consumer = $1 AND stream_seq IS NOT NULL
                     ORDER BY stream_seq DESC LIMIT 1",
                )
                .bind(durable.name)
                .fetch_optional(&mut *conn)
                .await?,
            )
        })
        .await?;
    let Some((sequence, id)) = newest else { return Ok(true) };
    let Some(info) = bus.stream_info(durable.stream).await? else { return Ok(false) };
    // Below the first position messages have expired. An empty stream that has only grown old has a
    // first position above its last.
    if (sequence as u64) < info.state.first_sequence {
        return Ok(true);
    }
    let present = bus.message_id(durable.stream, sequence as u64).await?;
    Ok(present.is_some_and(|present| present == id.to_string()))
}

/// Forgets the positions of handled events; the events themselves stay handled.
pub(super) async fn forget(db: &Db, durable: &'static Durable) -> Result<(), DbError> {
    let mut tx = db.tx().await?;
    sqlx::query("SET LOCAL statement_timeout = '60s'").execute(&mut *tx).await?;
    sqlx::query(
        "UPDATE inbox SET stream_seq = NULL WHERE consumer = $1 AND stream_seq IS NOT NULL",
    )
    .bind(durable.name)
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}
