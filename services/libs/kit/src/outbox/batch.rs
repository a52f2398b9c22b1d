//! One round of the relay: read the events whose order is final, send them, record the acknowledgements.

use std::collections::HashMap;

use futures::StreamExt as _;
use proto::events::{STREAMS, Stream};
use sqlx::FromRow;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::term::{RelayError, STATEMENT, Term};
use crate::bus::{Bus, BusError, Outgoing};
use crate::db::{Db, DbError};
use crate::failpoint;

/// The rows of one round, and the most acknowledgements awaited at once.
pub(super) const ROUND: i64 = 256;

/// A waiting event.
#[derive(FromRow)]
pub(super) struct Row {
    id: Uuid,
    stream: String,
    subject: String,
    headers: Json<HashMap<String, String>>,
    payload: Vec<u8>,
    aggregate: String,
    aggregate_version: i64,
    created_at: OffsetDateTime,
}

impl Row {
    pub(super) fn stream(&self) -> Result<&'static Stream, RelayError> {
        STREAMS
            .iter()
            .find(|stream| stream.name == self.stream)
            .copied()
            .ok_or_else(|| RelayError::Unknown(self.stream.clone()))
    }
}

/// The acknowledged events, and the failure of the rest.
pub(super) struct SendOutcome {
    acknowledged: Vec<(Uuid, i64)>,
    pub(super) failure: Option<BusError>,
}

/// Reads the oldest events whose order is final: an earlier transaction may still commit earlier numbers, so events
/// above the oldest running transaction must wait.
pub(super) async fn read(db: &Db, most: i64) -> Result<Vec<Row>, DbError> {
    db.within(STATEMENT, async {
        let mut conn = db.conn().await?;
        Ok(sqlx::query_as(
            "SELECT id, stream, subject, headers, payload, aggregate, aggregate_version, created_at
             FROM outbox
             WHERE published_at IS NULL AND xid < pg_snapshot_xmin(pg_current_snapshot())
             ORDER BY xid, seq
             LIMIT $1",
        )
        .bind(most)
        .fetch_all(&mut *conn)
        .await?)
    })
    .await
}

/// Sends the rows, side by side except that events of one aggregate follow each other.
pub(super) async fn send(bus: &Bus, rows: Vec<Row>) -> SendOutcome {
    let mut chains: HashMap<String, Vec<Row>> = HashMap::new();
    for row in rows {
        chains.entry(row.aggregate.clone()).or_default().push(row);
    }
    let mut chains = futures::stream::iter(chains.into_values().map(|rows| chain(bus, rows)))
        .buffer_unordered(ROUND as usize);
    let mut outcome = SendOutcome { acknowledged: Vec::new(), failure: None };
    while let Some(of_chain) = chains.next().await {
        outcome.acknowledged.extend(of_chain.acknowledged);
        outcome.failure = outcome.failure.or(of_chain.failure);
    }
    outcome
}

async fn chain(bus: &Bus, rows: Vec<Row>) -> SendOutcome {
    let mut outcome = SendOutcome { acknowledged: Vec::new(), failure: None };
    for row in rows {
        let headers = Outgoing {
            id: row.id,
            subject: &row.subject,
            created_at: row.created_at,
            version: Some(row.aggregate_version),
            carried: row.headers.0.clone(),
        };
        let trace = crate::telemetry::begin(&row.headers.0, || {
            tracing::info_span!("bus.publish", subject = row.subject)
        });
        failpoint::reach("relay.send");
        let sending = bus.try_send(&row.subject, headers.headers(), row.payload.into());
        match trace.run(sending).await {
            Ok(ack) => outcome.acknowledged.push((row.id, ack.sequence as i64)),
            Err(error) => {
                outcome.failure = Some(error);
                break;
            }
        }
        failpoint::reach("relay.acknowledged");
    }
    outcome
}

/// Records the acknowledgements, unless another process has taken over.
pub(super) async fn note(db: &Db, term: &Term, outcome: &SendOutcome) -> Result<(), RelayError> {
    if outcome.acknowledged.is_empty() {
        return Ok(());
    }
    let (ids, sequences): (Vec<Uuid>, Vec<i64>) = outcome.acknowledged.iter().copied().unzip();
    db.within(STATEMENT, async {
        let mut tx = db.tx().await?;
        failpoint::reach("relay.note.begun");
        if !term.lease.fence(&mut tx, term.epoch).await? {
            return Err(RelayError::Deposed);
        }
        sqlx::query(
            "UPDATE outbox
             SET published_at = clock_timestamp(), stream_seq = taken.stream_seq, relay_epoch = $3
             FROM unnest($1::uuid[], $2::bigint[]) AS taken (id, stream_seq)
             WHERE outbox.id = taken.id AND published_at IS NULL",
        )
        .bind(ids)
        .bind(sequences)
        .bind(term.epoch)
        .execute(&mut *tx)
        .await
        .map_err(DbError::from)?;
        failpoint::reach("relay.note.written");
        tx.commit().await?;
        failpoint::reach("relay.note.committed");
        Ok(())
    })
    .await
}
