//! The history of a record: who changed it, when, and its state before and after.

use kit::clock::milliseconds;
use kit::db::DbError;
use kit::grpc::{self, Purpose};
use proto::catalog::v1::{
    ListRecordChangesRequest, ListRecordChangesResponse, RecordAction, RecordChange,
};
use proto::codec::Text as _;
use serde_json::{Map, Value};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::kind;
use super::limits::{MOST_CHANGES, USUAL_CHANGES};
use crate::context::Context;
use crate::error::CatalogError;
use crate::schema::Kind;
use crate::store::RecordCells;

/// The condition on changes whose reader may have the record. Without terms of it, nobody has its changes.
const ALLOWED: &str = "coalesce(t.visible_to, r.visible_to) = ANY($5)
    AND (coalesce(t.is_redistributable, r.is_redistributable) OR NOT $6)";

/// A change of a record.
pub struct Note<'a> {
    /// The kind of record.
    pub kind: &'static Kind,
    /// Whether it was added, changed or removed.
    pub action: RecordAction,
    /// The user who made the change, or a random id in place of an erased one.
    pub by: &'a str,
    pub at: OffsetDateTime,
    /// Its state before; none if it was added.
    pub before: Option<&'a RecordCells>,
    /// Its state after; none if it was removed.
    pub after: Option<&'a RecordCells>,
}

/// Records a change in its own transaction.
pub async fn note(tx: &mut PgConnection, note: Note<'_>) -> Result<(), DbError> {
    let Some(record) = note.after.or(note.before) else { return Ok(()) };
    sqlx::query(
        "INSERT INTO record_changes (resource, record_id, slug, action, changed_by, changed_at, before, after)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(note.kind.table)
    .bind(record.id)
    .bind(&record.slug)
    .bind(note.action.text())
    .bind(note.by)
    .bind(note.at)
    .bind(note.before.map(|record| Json(&record.cells)))
    .bind(note.after.map(|record| Json(&record.cells)))
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps what the licence of a record allows beyond its removal: its history is restricted as it was.
pub async fn keep_terms(tx: &mut PgConnection, kind: &Kind, id: i64) -> Result<(), DbError> {
    if !kind.rules.may_be_restricted {
        return Ok(());
    }
    // A file that states the id may have added the record again after an earlier removal.
    let statement = format!(
        "INSERT INTO removed_records (resource, slug, record_id, visible_to, is_redistributable)
         SELECT $1, slug, id, visible_to, is_redistributable FROM {} WHERE id = $2
         ON CONFLICT (resource, slug, record_id) DO UPDATE
         SET visible_to = excluded.visible_to, is_redistributable = excluded.is_redistributable",
        kind.table
    );
    sqlx::query(AssertSqlSafe(statement)).bind(kind.table).bind(id).execute(tx).await?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct ChangeRow {
    id: i64,
    resource: String,
    record_id: i64,
    slug: String,
    action: String,
    changed_by: String,
    changed_at: OffsetDateTime,
    before: Option<Json<Map<String, Value>>>,
    after: Option<Json<Map<String, Value>>>,
}

/// The changes of a record, the newest first.
pub async fn changes(
    ctx: &Context,
    request: &ListRecordChangesRequest,
) -> Result<ListRecordChangesResponse, CatalogError> {
    let kind = kind(&request.resource)?;
    let below: i64 = match &request.cursor {
        Some(cursor) => cursor.parse().map_err(|_| CatalogError::CursorUnknown)?,
        None => i64::MAX,
    };
    let most = request.per_page.unwrap_or(USUAL_CHANGES).clamp(1, MOST_CHANGES);
    let mut conn = ctx.db.conn().await?;
    let is_restricted = kind.rules.may_be_restricted;
    let (joins, condition) =
        if is_restricted { (terms(kind), ALLOWED) } else { (String::new(), "TRUE") };
    let statement = format!(
        "SELECT c.id, c.resource, c.record_id, c.slug, c.action, c.changed_by, c.changed_at,
                c.before, c.after
         FROM record_changes AS c {joins}
         WHERE c.resource = $1 AND c.slug = $2 AND c.id < $3 AND {condition}
         ORDER BY c.id DESC LIMIT $4",
    );
    let mut query = sqlx::query_as::<sqlx::Postgres, ChangeRow>(AssertSqlSafe(statement))
        .bind(kind.table)
        .bind(&request.slug)
        .bind(below)
        .bind(i64::from(most) + 1);
    if is_restricted {
        let reader = grpc::reader();
        let visible: Vec<&str> = reader.visible().collect();
        query = query.bind(visible).bind(reader.purpose == Purpose::File);
    }
    let mut rows = query.fetch_all(&mut *conn).await?;
    let more = rows.len() > most as usize;
    rows.truncate(most as usize);
    let next_cursor = rows.last().filter(|_| more).map(|last| last.id.to_string());
    Ok(ListRecordChangesResponse {
        results: rows.into_iter().map(record_change).collect(),
        next_cursor,
    })
}

/// The joins of changes with the terms of their record `t`, or with those `r` of a removed one. A later record of the same
/// slug has another id and terms of its own.
fn terms(kind: &Kind) -> String {
    format!(
        "LEFT JOIN {} AS t ON t.id = c.record_id AND t.slug = c.slug
         LEFT JOIN removed_records AS r
             ON r.resource = c.resource AND r.slug = c.slug AND r.record_id = c.record_id",
        kind.table
    )
}

fn record_change(row: ChangeRow) -> RecordChange {
    let (before, after) = (row.before.map(|json| json.0), row.after.map(|json| json.0));
    let action = RecordAction::from_text(&row.action).unwrap_or_default();
    let text = |cells: Map<String, Value>| Value::Object(cells).to_string();
    RecordChange {
        id: row.id,
        resource: row.resource,
        record_id: row.record_id,
        slug: row.slug,
        action: action.into(),
        changed_by: row.changed_by,
        changed_at: milliseconds(row.changed_at),
        columns: differing(before.as_ref(), after.as_ref()),
        before_json: before.map(text),
        after_json: after.map(text),
    }
}

/// The columns of two states that are not the same in both.
fn differing(
    before: Option<&Map<String, Value>>,
    after: Option<&Map<String, Value>>,
) -> Vec<String> {
    let value = |cells: Option<&Map<String, Value>>, column: &str| {
        cells.and_then(|cells| cells.get(column)).cloned()
    };
    let mut columns: Vec<String> =
        before.into_iter().chain(after).flat_map(Map::keys).cloned().collect();
    columns.sort();
    columns.dedup();
    columns.retain(|column| value(before, column) != value(after, column));
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_named() {
        let cells = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap();
        let before = cells(r#"{"name": "A", "note": "x", "rate": 0.5}"#);
        let after = cells(r#"{"name": "A", "rate": 0.6, "website": "https://a.example"}"#);
        assert_eq!(differing(Some(&before), Some(&after)), ["note", "rate", "website"]);
        assert_eq!(differing(None, Some(&before)), ["name", "note", "rate"]);
        assert_eq!(differing(Some(&after), Some(&after)), Vec::<String>::new());
    }
}
