//! Deletes expired rows in batches, so that no lock is held for long.

use time::OffsetDateTime;

use crate::context::Context;
use crate::error::IdentityError;

const BATCH: u64 = 1000;

/// Repeats a DELETE of rows that expired at `$1` or before, at most `$2` of them, until none is left; returns how many
/// were deleted.
pub async fn delete_expired(
    ctx: &Context,
    until: OffsetDateTime,
    statement: &'static str,
) -> Result<u64, IdentityError> {
    let mut deleted = 0;
    loop {
        let batch = sqlx::query(statement)
            .bind(until)
            .bind(BATCH as i64)
            .execute(&mut *ctx.db.conn().await?)
            .await?
            .rows_affected();
        deleted += batch;
        if batch < BATCH {
            return Ok(deleted);
        }
    }
}
