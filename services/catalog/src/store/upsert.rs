//! Writes records: adds new ones, changes those that differ, and leaves the rest alone.

use std::collections::HashMap;

use kit::db::DbError;
use serde_json::{Map, Value};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::{PROVENANCE_COLUMNS, TERMS_COLUMNS, announce};
use crate::schema::{Change, Column, Kind};

/// The numbers of records that were written and left alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveCounts {
    /// New records.
    pub created: usize,
    /// Records that differed.
    pub updated: usize,
    /// Records that are the same, or whose values an editor wrote.
    pub unchanged: usize,
}

/// Writes checked records of one kind in the caller's transaction, with their events.
///
/// Each is an object by the names of the table's columns. Only editors overwrite records of editors, but what a licence
/// allows follows the newest load for them, too.
pub async fn upsert(
    tx: &mut PgConnection,
    kind: &'static Kind,
    records: Vec<Map<String, Value>>,
    now: OffsetDateTime,
) -> Result<SaveCounts, DbError> {
    let total = records.len();
    let existing = present(tx, kind, &records).await?;
    let (known, new): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|record| existing.contains_key(slug(record)));
    let created = insert(tx, kind, &new, now).await?;
    let mut updated = update_values(tx, kind, &known, now).await?;
    if let Some(history) = kind.rules.history {
        let changed: Vec<i64> = created.iter().chain(&updated).copied().collect();
        if !changed.is_empty() {
            let added = (history.extend)(tx, &changed, now).await?;
            announce(tx, history.kind, Change::Created, &added).await?;
        }
    }
    updated.extend(update_terms(tx, kind, &known, now).await?);
    announce(tx, kind, Change::Created, &created).await?;
    announce(tx, kind, Change::Updated, &updated).await?;
    let (created, updated) = (created.len(), updated.len());
    Ok(SaveCounts { created, updated, unchanged: total - created - updated })
}

fn slug(record: &Map<String, Value>) -> &str {
    record.get("slug").and_then(Value::as_str).unwrap_or_default()
}

async fn present(
    tx: &mut PgConnection,
    kind: &Kind,
    records: &[Map<String, Value>],
) -> Result<HashMap<String, i64>, sqlx::Error> {
    let slugs: Vec<&str> = records.iter().map(slug).collect();
    let statement = format!("SELECT slug, id FROM {} WHERE slug = ANY($1)", kind.table);
    let rows: Vec<(String, i64)> =
        sqlx::query_as(AssertSqlSafe(statement)).bind(slugs).fetch_all(tx).await?;
    Ok(rows.into_iter().collect())
}

/// The columns of a statement that writes records, except the slug, each with the value of the record `r`. An editor
/// states no terms; these stand for them.
fn columns(kind: &Kind, usual_terms: [&str; 2]) -> Vec<(String, String)> {
    let own = kind.written_columns().map(Column::stored);
    let head = ["name", "sort_name"].map(str::to_owned);
    let columns = head
        .into_iter()
        .chain(own)
        .chain(PROVENANCE_COLUMNS.map(str::to_owned))
        .chain(["origin".to_owned()])
        .map(|column| (column.clone(), format!("r.{column}")));
    let terms = TERMS_COLUMNS.iter().zip(usual_terms).filter(|_| kind.rules.may_be_restricted);
    let terms = terms
        .map(|(column, usual)| ((*column).to_owned(), format!("coalesce(r.{column}, {usual})")));
    columns.chain(terms).collect()
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

async fn insert(
    tx: &mut PgConnection,
    kind: &Kind,
    records: &[Map<String, Value>],
    now: OffsetDateTime,
) -> Result<Vec<i64>, sqlx::Error> {
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let (table, columns) = (kind.table, columns(kind, ["'everybody'", "true"]));
    let statement = format!(
        "INSERT INTO {table} (id, slug, {}, created_at, updated_at)
         SELECT coalesce(r.id, nextval(pg_get_serial_sequence('{table}', 'id'))), r.slug, {}, $2, $2
         FROM jsonb_populate_recordset(NULL::{table}, $1) AS r RETURNING id",
        joined(columns.iter().map(|(column, _)| column.clone())),
        joined(columns.iter().map(|(_, value)| value.clone())),
    );
    sqlx::query_scalar(AssertSqlSafe(statement)).bind(Json(records)).bind(now).fetch_all(tx).await
}

/// Changes known records where a file or an editor states other values.
async fn update_values(
    tx: &mut PgConnection,
    kind: &Kind,
    records: &[Map<String, Value>],
    now: OffsetDateTime,
) -> Result<Vec<i64>, sqlx::Error> {
    let columns = columns(kind, ["t.visible_to", "t.is_redistributable"]);
    let condition = "t.origin <> 'editor' OR r.origin = 'editor'";
    update(tx, kind, (&columns, condition), records, now).await
}

/// An edited record is still made from what the provider of the file allows, so a later load changes its terms alone.
async fn update_terms(
    tx: &mut PgConnection,
    kind: &Kind,
    records: &[Map<String, Value>],
    now: OffsetDateTime,
) -> Result<Vec<i64>, sqlx::Error> {
    if !kind.rules.may_be_restricted {
        return Ok(Vec::new());
    }
    let columns = TERMS_COLUMNS
        .map(|column| (column.to_owned(), format!("coalesce(r.{column}, t.{column})")));
    let condition = "t.origin = 'editor' AND r.origin = 'import'";
    update(tx, kind, (&columns, condition), records, now).await
}

/// Sets columns, each to its value, of the records that differ in one of them and fulfil the condition: `t` is the record
/// in the table, `r` the new one. Returns the ids of changed records.
async fn update(
    tx: &mut PgConnection,
    kind: &Kind,
    (columns, condition): (&[(String, String)], &str),
    records: &[Map<String, Value>],
    now: OffsetDateTime,
) -> Result<Vec<i64>, sqlx::Error> {
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let table = kind.table;
    let statement = format!(
        "UPDATE {table} AS t SET {}, updated_at = $2
         FROM jsonb_populate_recordset(NULL::{table}, $1) AS r
         WHERE t.slug = r.slug AND ({condition}) AND ({}) IS DISTINCT FROM ({})
         RETURNING t.id",
        joined(columns.iter().map(|(column, value)| format!("{column} = {value}"))),
        joined(columns.iter().map(|(column, _)| format!("t.{column}"))),
        joined(columns.iter().map(|(_, value)| value.clone())),
    );
    sqlx::query_scalar(AssertSqlSafe(statement)).bind(Json(records)).bind(now).fetch_all(tx).await
}
