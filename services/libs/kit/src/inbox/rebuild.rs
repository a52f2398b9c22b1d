//! Rebuilds the tables of a service that owns no data: empties them, and lets its durables read their streams again.

use std::time::Duration;

use anyhow::{Context as _, bail};
use async_nats::jetstream::context::ConsumerInfoErrorKind;

use super::Durable;
use crate::bus::Bus;
use crate::db::{Db, DbError, Tx};

/// How long emptying the tables may take; it waits for transactions that use them.
const TRUNCATE_TIMEOUT: Duration = Duration::from_mins(1);

/// Empties the tables and deletes the inbox rows of the durables. Running processes fill the tables again at once, others
/// when they start. If events of a stream have expired, the result would lack them: this is refused unless it
/// `may_be_partial`.
pub async fn rebuild(
    bus: &Bus,
    db: &Db,
    durables: &[&'static Durable],
    may_be_partial: bool,
) -> anyhow::Result<()> {
    for durable in durables {
        let stream = durable.stream.name;
        let state = bus.stream_info(durable.stream).await?.map(|info| info.state);
        let expired = state.map_or(0, |state| state.first_sequence.saturating_sub(1));
        if expired > 0 && !may_be_partial {
            bail!(
                "the first {expired} events of {stream} have expired: --partial rebuilds without them"
            );
        }
    }
    // In this order: a durable that started over before its inbox rows are deleted would skip everything.
    empty(db, durables).await.context("emptying the tables")?;
    for durable in durables {
        delete(bus, durable).await?;
        tracing::info!(consumer = durable.name, "reads its stream from the start");
    }
    Ok(())
}

async fn empty(db: &Db, durables: &[&'static Durable]) -> Result<(), DbError> {
    let names: Vec<&str> = durables.iter().map(|durable| durable.name).collect();
    let mut tx = db.tx().await?;
    let time = format!("SET LOCAL statement_timeout = {}", TRUNCATE_TIMEOUT.as_millis());
    sqlx::query(sqlx::AssertSqlSafe(time)).execute(&mut *tx).await?;
    let tables = own_tables(&mut tx).await?;
    if !tables.is_empty() {
        let truncate = format!("TRUNCATE {} RESTART IDENTITY", tables.join(", "));
        sqlx::query(sqlx::AssertSqlSafe(truncate)).execute(&mut *tx).await?;
    }
    for statement in [
        "DELETE FROM inbox WHERE consumer = ANY($1)",
        "DELETE FROM inbox_aggregates WHERE consumer = ANY($1)",
    ] {
        sqlx::query(statement).bind(&names).execute(&mut *tx).await?;
    }
    tx.commit().await
}

/// The quoted names of the tables that the service's own migrations made.
async fn own_tables(tx: &mut Tx) -> Result<Vec<String>, DbError> {
    let shared =
        ["outbox", "outbox_aggregates", "outbox_streams", "inbox", "inbox_aggregates", "lease"];
    let records = ["_kit_migrations", "_sqlx_migrations"];
    let kept: Vec<&str> = shared.into_iter().chain(records).collect();
    Ok(sqlx::query_scalar(
        "SELECT format('%I', tablename) FROM pg_tables
         WHERE schemaname = current_schema() AND tablename <> ALL($1)",
    )
    .bind(kept)
    .fetch_all(&mut **tx)
    .await?)
}

/// Deletes the durable on the server; a process that follows the stream creates it again, at its beginning.
async fn delete(bus: &Bus, durable: &'static Durable) -> anyhow::Result<()> {
    let stream = bus.stream_name(durable.stream.name);
    let handle = bus.link.jetstream().get_stream_no_info(&stream).await?;
    match handle.consumer_info(durable.name).await {
        Ok(_) => {}
        Err(error) if error.kind() == ConsumerInfoErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    bus.link.jetstream().delete_consumer_from_stream(durable.name, &stream).await?;
    Ok(())
}
