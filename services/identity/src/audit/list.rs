//! Lists audit entries for administrators, newest first.

use std::sync::Arc;

use kit::peers::Person;
use kit::query::{Field, Order, Resource};
use proto::codec::Text;
use proto::identity::v1::{AuditAction, AuditChange, AuditEntry, ListAuditEntriesResponse};
use proto::query::v1::Query;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::record::Change;
use crate::acting_administrator;
use crate::context::Context;
use crate::error::IdentityError;

/// The fields of audit entries in lists.
pub static AUDIT_ENTRIES: Resource = Resource {
    name: "audit_entries",
    from: "audit_entries AS a",
    columns: "a.id, a.made_at, a.actor_id, a.actor_email, a.action, a.user_id, a.user_email,
              a.organization_id, a.organization_name, a.changes, a.note, a.trace_id",
    key: "id",
    order: Order::descending("made_at"),
    scoping: None,
    fields: &[
        Field::uuid("id", "a.id").describe("Identifier"),
        Field::instant("made_at", "a.made_at").describe("Time of creation").sortable(),
        Field::uuid("actor_id", "a.actor_id")
            .describe("Administrator who made the change")
            .nullable(),
        Field::text("actor_email", "a.actor_email")
            .describe("E-mail address at that time")
            .nullable(),
        Field::choice("action", "a.action", AuditAction::CHOICES).describe("Type of change"),
        Field::uuid("user_id", "a.user_id").describe("User concerned").nullable(),
        Field::text("user_email", "a.user_email")
            .describe("E-mail address at that time")
            .nullable(),
        Field::uuid("organization_id", "a.organization_id")
            .describe("Organization concerned")
            .nullable(),
        Field::text("organization_name", "a.organization_name")
            .describe("Name at that time")
            .nullable(),
    ],
};

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    made_at: OffsetDateTime,
    actor_id: Option<Uuid>,
    actor_email: Option<String>,
    action: String,
    user_id: Option<Uuid>,
    user_email: Option<String>,
    organization_id: Option<Uuid>,
    organization_name: Option<String>,
    changes: Json<Vec<Change>>,
    note: Option<String>,
    trace_id: Option<String>,
}

/// One page of entries.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    query: Query,
) -> Result<ListAuditEntriesResponse, IdentityError> {
    let mut conn = ctx.db.conn().await?;
    acting_administrator::require(&mut conn, &person).await?;
    let listed = kit::query::list::<Row>(&mut conn, &AUDIT_ENTRIES, &query).await?;
    Ok(ListAuditEntriesResponse {
        results: listed.rows.into_iter().map(entry).collect(),
        pagination: Some(listed.pagination),
    })
}

fn entry(row: Row) -> AuditEntry {
    let id = |id: Option<Uuid>| id.map(|id| id.to_string());
    AuditEntry {
        id: row.id.to_string(),
        made_at: kit::clock::milliseconds(row.made_at),
        actor_id: id(row.actor_id),
        actor_email: row.actor_email,
        action: AuditAction::from_text(&row.action).unwrap_or_default().into(),
        user_id: id(row.user_id),
        user_email: row.user_email,
        organization_id: id(row.organization_id),
        organization_name: row.organization_name,
        changes: row
            .changes
            .0
            .into_iter()
            .map(|Change { field, before, after }| AuditChange { field, before, after })
            .collect(),
        note: row.note,
        trace_id: row.trace_id,
    }
}
