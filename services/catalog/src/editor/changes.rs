//! The history of a record: who changed it, when, and its state before and after.

use kit::clock::milliseconds;
use kit::db::DbError;
use proto::catalog::v1::{
    ListRecordChangesRequest, ListRecordChangesResponse, RecordAction, RecordChange,
};
use proto::codec::Text as _;
use proto::timeseries::v1::Visibility;
use serde_json::{Map, Value};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::kind;
use crate::context::Context;
use crate::error::CatalogError;
use crate::schema::Kind;
use crate::store::{RecordCells, TERMS_COLUMNS};

const USUAL: u32 = 50;
const MOST: u32 = 200;

/// A change of a record.
pub struct Note<'a> {
    /// The kind of record.
    pub kind: &'static Kind,
    /// Whether it was added, changed or removed.
    pub action: RecordAction,
    /// The user who made the change.
    pub by: &'a str,
    /// The time of the change.
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

#[derive(sqlx::FromRow)]
struct Noted {
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
    let most = request.per_page.unwrap_or(USUAL).clamp(1, MOST);
    let mut conn = ctx.db.conn().await?;
    if !may_see(&mut conn, kind, &request.slug).await? {
        return Err(CatalogError::RecordUnknown(kind.one));
    }
    let mut noted: Vec<Noted> = sqlx::query_as(
        "SELECT * FROM record_changes WHERE resource = $1 AND slug = $2 AND id < $3
         ORDER BY id DESC LIMIT $4",
    )
    .bind(kind.table)
    .bind(&request.slug)
    .bind(below)
    .bind(i64::from(most) + 1)
    .fetch_all(&mut *conn)
    .await?;
    let more = noted.len() > most as usize;
    noted.truncate(most as usize);
    let next_cursor = noted.last().filter(|_| more).map(|last| last.id.to_string());
    Ok(ListRecordChangesResponse { results: noted.into_iter().map(shown).collect(), next_cursor })
}

/// Whether the licence of a record allows its reader to see it. The history of one that is gone has no licence any more.
async fn may_see(conn: &mut PgConnection, kind: &Kind, slug: &str) -> Result<bool, DbError> {
    if !kind.rules.may_be_restricted {
        return Ok(true);
    }
    let statement =
        format!("SELECT {} FROM {} WHERE slug = $1", TERMS_COLUMNS.join(", "), kind.table);
    let terms: Option<(String, bool)> =
        sqlx::query_as(AssertSqlSafe(statement)).bind(slug).fetch_optional(conn).await?;
    Ok(terms.is_none_or(|(visible_to, is_redistributable)| {
        let visible_to = Visibility::from_text(&visible_to).unwrap_or_default();
        kit::grpc::reader().may_have(visible_to, is_redistributable)
    }))
}

fn shown(noted: Noted) -> RecordChange {
    let (before, after) = (noted.before.map(|json| json.0), noted.after.map(|json| json.0));
    let action = RecordAction::from_text(&noted.action).unwrap_or_default();
    let text = |cells: Map<String, Value>| Value::Object(cells).to_string();
    RecordChange {
        id: noted.id,
        resource: noted.resource,
        record_id: noted.record_id,
        slug: noted.slug,
        action: action.into(),
        changed_by: noted.changed_by,
        changed_at: milliseconds(noted.changed_at),
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
