//! Applies an event and records it in the inbox, in one transaction.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use sqlx::PgConnection;

use super::{HandlerError, Step};
use crate::bus::Envelope;
use crate::db::{Db, DbError};
use crate::failpoint;

/// Handles the event unless it was handled before; returns whether it took effect now.
pub(super) async fn apply(
    db: &Db,
    consumer: &'static str,
    mut envelope: Envelope<()>,
    payload: &[u8],
    step: &Step,
) -> Result<bool, HandlerError> {
    let mut tx = db.tx().await?;
    failpoint::reach("inbox.begun");
    let first = is_first(&mut tx, consumer, &envelope).await?;
    failpoint::reach("inbox.noted");
    if first {
        envelope.stale = is_stale(&mut tx, consumer, &envelope).await?;
        failpoint::reach("inbox.versioned");
        let handled = AssertUnwindSafe(step(envelope, payload, &mut tx)).catch_unwind().await;
        handled.unwrap_or_else(|_| Err(HandlerError::retry("the handler panicked")))?;
        failpoint::reach("inbox.handled");
    }
    tx.commit().await?;
    failpoint::reach("inbox.committed");
    Ok(first)
}

/// A row that was inserted has no earlier version, one that was updated has (xmax).
async fn is_first(
    tx: &mut PgConnection,
    consumer: &'static str,
    envelope: &Envelope<()>,
) -> Result<bool, DbError> {
    Ok(sqlx::query_scalar(
        "INSERT INTO inbox (consumer, event_id, stream_seq) VALUES ($1, $2, $3)
         ON CONFLICT (consumer, event_id) DO UPDATE SET stream_seq = excluded.stream_seq
         RETURNING xmax = 0",
    )
    .bind(consumer)
    .bind(envelope.id)
    .bind(envelope.sequence.map(|sequence| sequence as i64))
    .fetch_one(tx)
    .await?)
}

async fn is_stale(
    tx: &mut PgConnection,
    consumer: &'static str,
    envelope: &Envelope<()>,
) -> Result<bool, DbError> {
    let Some(version) = envelope.version else { return Ok(false) };
    let newest: Option<i64> = sqlx::query_scalar(
        "INSERT INTO inbox_aggregates AS known (consumer, aggregate, version) VALUES ($1, $2, $3)
         ON CONFLICT (consumer, aggregate) DO UPDATE SET version = excluded.version
         WHERE known.version < excluded.version
         RETURNING version",
    )
    .bind(consumer)
    .bind(crate::outbox::aggregate_name(&envelope.ce_type, &envelope.aggregate_id))
    .bind(version)
    .fetch_optional(tx)
    .await?;
    Ok(newest.is_none())
}
