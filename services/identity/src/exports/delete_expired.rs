//! Deletes exports whose files nobody can download any more.

use kit::personal_data::EXPORT_FILES_KEPT;

use crate::context::Context;
use crate::delete_in_batches;
use crate::error::IdentityError;

/// Deletes them; returns how many. Their number in a day is limited, so they stay for as long as a day, whatever their state.
pub async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    delete_in_batches::delete_expired(
        ctx,
        ctx.now() - EXPORT_FILES_KEPT,
        "DELETE FROM exports WHERE id IN (
             SELECT id FROM exports
             WHERE requested_at <= $1 AND (expires_at IS NULL OR expires_at <= $1 + interval '1 day')
             ORDER BY requested_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
