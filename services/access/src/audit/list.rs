//! Lists audit entries for administrators, newest first; those of one record are its history.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Field, Order, Resource};
use proto::access::v1::{
    AccessAuditAction, AccessAuditEntry, FieldChange, ListAccessAuditEntriesResponse, RecordKind,
};
use proto::codec::Text;
use proto::query::v1::Query;
use sqlx::types::Json;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::context::Context;
use crate::error::AccessError;

/// The fields of audit entries in lists.
pub static AUDIT_ENTRIES: Resource = Resource {
    name: "audit_entries",
    from: "audit_entries AS a JOIN audit_persons AS p ON p.entry_id = a.id",
    columns: "a.id, a.day, a.number, a.made_at, p.actor_id, a.action, a.kind, a.record_id,
              a.record_version, p.user_id, a.organization_id, a.changes, p.reason, a.refusal,
              a.trace_id, a.hash",
    key: "id",
    order: Order::descending("made_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "a.id").describe("Identifier"),
        Field::instant("made_at", "a.made_at").describe("Time of the change").sortable(),
        Field::uuid("actor_id", "p.actor_id")
            .describe("Administrator who made the change")
            .nullable(),
        Field::choice("action", "a.action", AccessAuditAction::CHOICES).describe("Type of change"),
        Field::choice("kind", "a.kind", RecordKind::CHOICES).describe("Kind of record"),
        Field::uuid("record_id", "a.record_id").describe("Record concerned").nullable(),
        Field::uuid("user_id", "p.user_id").describe("User concerned").nullable(),
        Field::uuid("organization_id", "a.organization_id")
            .describe("Organization concerned")
            .nullable(),
        Field::bool("is_refused", "a.refusal IS NOT NULL")
            .describe("Whether the attempt was refused"),
    ],
};

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    day: Date,
    number: i64,
    made_at: OffsetDateTime,
    actor_id: Option<Uuid>,
    action: String,
    kind: String,
    record_id: Option<Uuid>,
    record_version: Option<i32>,
    user_id: Option<Uuid>,
    organization_id: Option<Uuid>,
    changes: Json<Vec<FieldChange>>,
    reason: Option<String>,
    refusal: Option<String>,
    trace_id: Option<String>,
    hash: Vec<u8>,
}

/// One page of entries.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    query: Query,
) -> Result<ListAccessAuditEntriesResponse, AccessError> {
    let mut conn = ctx.db.conn().await?;
    let listed = kit::query::list::<Row>(&mut conn, &AUDIT_ENTRIES, &query).await?;
    Ok(ListAccessAuditEntriesResponse {
        results: listed.rows.into_iter().map(entry).collect(),
        pagination: Some(listed.pagination),
    })
}

fn entry(row: Row) -> AccessAuditEntry {
    let id = |id: Option<Uuid>| id.map(|id| id.to_string());
    AccessAuditEntry {
        id: row.id.to_string(),
        day: row.day.to_string(),
        number: row.number,
        made_at: kit::clock::milliseconds(row.made_at),
        actor_id: id(row.actor_id),
        action: AccessAuditAction::from_text(&row.action).unwrap_or_default().into(),
        kind: RecordKind::from_text(&row.kind).unwrap_or_default().into(),
        record_id: id(row.record_id),
        record_version: row.record_version,
        user_id: id(row.user_id),
        organization_id: id(row.organization_id),
        changes: row.changes.0,
        reason: row.reason,
        refusal: row.refusal,
        trace_id: row.trace_id,
        hash: hex::encode(row.hash),
    }
}
