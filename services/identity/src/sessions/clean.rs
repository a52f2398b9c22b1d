//! Removes what has expired.

use crate::context::Context;
use crate::error::IdentityError;

const BATCH: u64 = 1000;

/// Deletes expired sessions in batches, so that no lock is held for long; how many went.
pub async fn clean(ctx: &Context) -> Result<u64, IdentityError> {
    let mut removed = 0;
    loop {
        let batch = sqlx::query(
            "DELETE FROM sessions WHERE id IN (
                 SELECT id FROM sessions WHERE expires_at <= $1
                 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
        )
        .bind(ctx.now())
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
