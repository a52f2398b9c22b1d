//! Removes invitations that expired long ago.

use std::time::Duration;

use crate::context::Context;
use crate::error::IdentityError;

// So long an owner can still see it and send it again.
const KEPT: Duration = Duration::from_hours(30 * 24);
const BATCH: u64 = 1000;

/// Deletes them in batches; how many went.
pub async fn clean(ctx: &Context) -> Result<u64, IdentityError> {
    let before = ctx.now() - KEPT;
    let mut removed = 0;
    loop {
        let batch = sqlx::query(
            "DELETE FROM invitations WHERE id IN (
                 SELECT id FROM invitations WHERE expires_at <= $1
                 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
        )
        .bind(before)
        .bind(BATCH as i64)
        .execute(&mut *ctx.db.conn().await?)
        .await?
        .rows_affected();
        removed += batch;
        if batch < BATCH {
            return Ok(removed);
        }
    }
}
