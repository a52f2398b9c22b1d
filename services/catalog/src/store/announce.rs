//! Publishes changes of records as events, in the transaction of the change.

use kit::db::DbError;
use sqlx::PgConnection;

use crate::resources;
use crate::schema::{Change, Deleted, Kind};

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
    deleted: &[Deleted],
) -> Result<(), DbError> {
    match &kind.message.events {
        Some(events) => (events.deleted)(tx, deleted).await,
        None => Ok(()),
    }
}
