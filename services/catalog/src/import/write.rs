//! Checks rows and writes them: the one way in, for files, for the sample universe and for editors.

use std::collections::BTreeMap;
use std::time::Duration;

use kit::db::{DbError, Tx};
use kit::imports::ImportLock;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::check::Check;
use super::manifest::Origin;
use super::report::Rejection;
use super::rows::Rows;
use crate::schema::{Kind, Raw, Refusal};
use crate::store::{self, SaveCounts, Targets};

/// The lock that every import and every change of an editor holds.
pub const LOCK: ImportLock =
    ImportLock { name: "catalog import", longest: Duration::from_hours(1) };

/// Checks rows and writes them in the caller's transaction, all or none.
pub async fn write(
    tx: &mut Tx,
    kind: &'static Kind,
    rows: &Rows,
    origin: &Origin,
    now: OffsetDateTime,
) -> Result<Result<SaveCounts, Vec<Rejection>>, DbError> {
    let mut targets = Targets::for_origin(origin.kind);
    targets.load(tx, kind).await?;
    let reserved = reserve_ids(tx, kind, rows, &mut targets).await?;
    let mut checked = match (Check { kind, targets: &targets, origin }).all(rows) {
        Ok(checked) => checked,
        Err(rejections) => return Ok(Err(rejections)),
    };
    for (_, record) in &mut checked {
        let slug = record.get("slug").and_then(Value::as_str).unwrap_or_default();
        if let Some(id) = reserved.get(slug) {
            record.entry("id").or_insert_with(|| (*id).into());
        }
    }
    if let Some(check) = kind.rules.check {
        let refusals = check(tx, &checked, now).await?;
        if !refusals.is_empty() {
            return Ok(Err(refusals.into_iter().map(rejection).collect()));
        }
    }
    let records = checked.into_iter().map(|(_, record)| record);
    Ok(Ok(store::upsert(tx, kind, records.collect(), now).await?))
}

fn rejection(refusal: Refusal) -> Rejection {
    let Refusal { line, column, found, expected } = refusal;
    Rejection { line, column: Some(column.to_owned()), found, expected }
}

/// Assigns ids to the new rows of a kind that refers to itself, so that they can refer to each other.
async fn reserve_ids(
    tx: &mut PgConnection,
    kind: &'static Kind,
    rows: &Rows,
    targets: &mut Targets,
) -> Result<BTreeMap<String, i64>, DbError> {
    let mut reserved = BTreeMap::new();
    if !kind.refers_to().any(|target| target == kind) {
        return Ok(reserved);
    }
    for row in &rows.rows {
        let Some(slug) = row.cell("slug").map(Raw::to_text) else { continue };
        if targets.id(kind, "slug", &slug).is_some() {
            continue;
        }
        let stated_id = row.cell("id").and_then(|id| id.to_text().parse().ok());
        let id = match stated_id {
            Some(id) => id,
            None => targets.next_id(tx, kind).await?,
        };
        targets.add(kind, &slug, id);
        reserved.insert(slug, id);
    }
    Ok(reserved)
}
