//! Removes what has expired.

use crate::context::Context;
use crate::error::IdentityError;

const BATCH: u64 = 1000;

/// Runs a DELETE of rows that expired at `$1` or before, at most `$2` of them, until none is left: batches, so
/// that no lock is held for long. How many rows went.
pub async fn delete_expired(ctx: &Context, statement: &'static str) -> Result<u64, IdentityError> {
    let mut removed = 0;
    loop {
        let batch = sqlx::query(statement)
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
