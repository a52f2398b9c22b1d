//! Replaces durables of an earlier release: copies what they have handled, and deletes those that no process reads from.

use std::time::Duration;

use async_nats::jetstream::consumer::Info;
use async_nats::jetstream::context::ConsumerInfoErrorKind;

use super::Durable;
use crate::bus::Bus;
use crate::db::{Db, DbError};

/// The time limit for copying a month of inbox rows.
const COPY_TIMEOUT: Duration = Duration::from_mins(1);

/// The replaced durables that are still on the server.
pub(super) async fn present(
    bus: &Bus,
    durable: &'static Durable,
) -> anyhow::Result<Vec<(&'static str, Info)>> {
    if durable.replaces.is_empty() {
        return Ok(Vec::new());
    }
    let stream = bus.stream_name(durable.stream.name);
    let handle = bus.link.jetstream().get_stream_no_info(stream).await?;
    let mut found = Vec::new();
    for name in durable.replaces {
        match handle.consumer_info(name).await {
            Ok(info) => found.push((*name, info)),
            Err(error) if error.kind() == ConsumerInfoErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

/// Copies the inbox rows of the replaced durables.
// Before the new durable is created, so that it starts at the beginning of the stream, misses nothing, and repeats no
// event that the inbox still knows.
pub(super) async fn adopt(db: &Db, durable: &'static Durable) -> Result<(), DbError> {
    let mut tx = db.tx().await?;
    let time = format!("SET LOCAL statement_timeout = {}", COPY_TIMEOUT.as_millis());
    sqlx::query(sqlx::AssertSqlSafe(time)).execute(&mut *tx).await?;
    sqlx::query(
        "INSERT INTO inbox (consumer, event_id, stream_seq, handled_at)
         SELECT DISTINCT ON (event_id) $1, event_id, stream_seq, handled_at FROM inbox
         WHERE consumer = ANY($2) ORDER BY event_id, stream_seq DESC NULLS LAST
         ON CONFLICT (consumer, event_id) DO NOTHING",
    )
    .bind(durable.name)
    .bind(durable.replaces)
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO inbox_aggregates AS known (consumer, aggregate, version)
         SELECT $1, aggregate, max(version) FROM inbox_aggregates
         WHERE consumer = ANY($2) GROUP BY aggregate
         ON CONFLICT (consumer, aggregate)
             DO UPDATE SET version = greatest(known.version, excluded.version)",
    )
    .bind(durable.name)
    .bind(durable.replaces)
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Deletes those that no process reads from; a process of the earlier release keeps its own until it ends. Returns
/// whether none is left.
pub(super) async fn remove(bus: &Bus, durable: &'static Durable) -> anyhow::Result<bool> {
    let stream = bus.stream_name(durable.stream.name);
    let mut all_gone = true;
    for (name, info) in present(bus, durable).await? {
        if info.num_waiting > 0 {
            all_gone = false;
            continue;
        }
        match bus.link.jetstream().delete_consumer_from_stream(name, &stream).await {
            Ok(_) => tracing::info!(consumer = durable.name, replaced = name, "removed"),
            // Another process of this release may be removing it too.
            Err(error) => {
                tracing::debug!(consumer = durable.name, replaced = name, %error, "not removed");
                all_gone = false;
            }
        }
    }
    Ok(all_gone)
}
