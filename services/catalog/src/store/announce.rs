//! Publishes changes of records as events, in the transaction of the change.

use kit::db::DbError;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::resources;
use crate::schema::{Change, DeletedRecord, Kind};

/// Records that are read at a time when all of a kind are published.
const PART: usize = 500;

/// Publishes the present state of every record of a kind once more, and returns how many there are. An unchanged record
/// has no event of its own when another service begins to keep one of its fields.
pub async fn announce_all(tx: &mut PgConnection, kind: &'static Kind) -> Result<usize, DbError> {
    // Locked: a change that commits meanwhile would be published before the state that it replaces.
    let statement = format!("SELECT id FROM {} ORDER BY id FOR UPDATE", kind.table);
    let ids: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&mut *tx).await?;
    for part in ids.chunks(PART) {
        announce(&mut *tx, kind, Change::Updated, part).await?;
    }
    Ok(ids.len())
}

/// Publishes the present state of records that were added or changed.
pub async fn announce(
    tx: &mut PgConnection,
    kind: &'static Kind,
    change: Change,
    ids: &[i64],
) -> Result<(), DbError> {
    match &kind.message.events {
        Some(events) if !ids.is_empty() => {
            (events.changed)(tx, resources::of_kind(kind), change, ids).await
        }
        _ => Ok(()),
    }
}

/// Publishes that records were removed.
pub async fn announce_deleted(
    tx: &mut PgConnection,
    kind: &'static Kind,
    deleted: &[DeletedRecord],
) -> Result<(), DbError> {
    match &kind.message.events {
        Some(events) => (events.deleted)(tx, deleted).await,
        None => Ok(()),
    }
}
