//! The reports of gateways that were applied lately: one whose answer was lost arrives again, with the same id.

use kit::db::Tx;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::context::Context;
use crate::error::AccessError;

/// How long an id is remembered: gateways try again every few seconds.
const KEPT: Duration = Duration::days(1);

/// Whether a report is new. Its id is remembered with the changes of the transaction.
pub async fn is_new(tx: &mut Tx, id: Uuid, now: OffsetDateTime) -> Result<bool, AccessError> {
    let added = sqlx::query(
        "INSERT INTO applied_reports (id, applied_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
    );
    let added = added.bind(id).bind(now).execute(&mut **tx).await?;
    Ok(added.rows_affected() == 1)
}

/// Forgets the ids of old reports.
pub async fn forget(ctx: &Context) -> Result<(), AccessError> {
    sqlx::query("DELETE FROM applied_reports WHERE applied_at < $1")
        .bind(ctx.clock.now() - KEPT)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}
