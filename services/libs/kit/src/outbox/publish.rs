//! Writes an event to the outbox, or replaces what is there.

use std::collections::BTreeMap;

use proto::events::{Event, Keyed};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::bus::streams::LARGEST_PAYLOAD;
use crate::db::DbError;
use crate::telemetry;

/// Writes the event in the caller's transaction: it is sent if, and only if, the transaction commits.
/// Events of one record are numbered without a gap and arrive in the order of their commits.
pub async fn publish<E: Keyed>(tx: &mut PgConnection, event: &E) -> Result<(), DbError> {
    publish_for(tx, event, &event.key()).await
}

/// The same for an event whose record no field of it identifies.
pub async fn publish_for<E: Event>(
    tx: &mut PgConnection,
    event: &E,
    aggregate_id: &str,
) -> Result<(), DbError> {
    let payload = event.encode_to_vec();
    if payload.len() > LARGEST_PAYLOAD {
        return Err(DbError::Event(format!("{} has {} bytes", E::SUBJECT, payload.len())));
    }
    let aggregate = aggregate_name(E::ce_type(), aggregate_id);
    let headers: BTreeMap<String, String> = telemetry::headers()
        .into_iter()
        .chain([
            ("ce-subject".to_owned(), aggregate_id.to_owned()),
            ("ce-dataschema".to_owned(), format!("schema://{}", E::SCHEMA)),
        ])
        .collect();
    if headers.values().any(|value| value.contains(['\r', '\n'])) {
        return Err(DbError::Event(format!("{}: line break in a header", E::SUBJECT)));
    }
    sqlx::query(
        "WITH numbered AS (
             INSERT INTO outbox_aggregates AS known (aggregate, version) VALUES ($1, 1)
             ON CONFLICT (aggregate) DO UPDATE SET version = known.version + 1
             RETURNING version
         ), written AS (
             INSERT INTO outbox
                 (id, stream, subject, headers, payload, aggregate, aggregate_version)
             SELECT $2, $3, $4, $5, $6, $1, version FROM numbered
             RETURNING 1
         )
         SELECT pg_notify('outbox', '') FROM written",
    )
    .bind(aggregate)
    .bind(crate::id::new())
    .bind(E::STREAM.name)
    .bind(E::SUBJECT)
    .bind(Json(headers))
    .bind(payload)
    .execute(tx)
    .await?;
    Ok(())
}

/// Replaces the payloads of all events of this kind about the same record that the outbox still keeps, sent or not.
// None is deleted: the versions of a record have no gap, and a stream is compared with the newest acknowledged event.
pub async fn replace<E: Keyed>(tx: &mut PgConnection, event: &E) -> Result<(), DbError> {
    sqlx::query("UPDATE outbox SET payload = $3 WHERE aggregate = $1 AND subject = $2")
        .bind(aggregate_name(E::ce_type(), &event.key()))
        .bind(E::SUBJECT)
        .bind(event.encode_to_vec())
        .execute(tx)
        .await?;
    Ok(())
}

/// The record whose events are numbered: the entity of the event type, and the id.
pub(crate) fn aggregate_name(ce_type: &str, id: &str) -> String {
    let mut parts = ce_type.split('.');
    let (service, entity) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    format!("{service}.{entity}/{id}")
}
