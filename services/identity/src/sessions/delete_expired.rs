//! Deletes expired sessions.

use crate::context::Context;
use crate::delete_in_batches;
use crate::error::IdentityError;

/// Deletes them; returns how many.
pub async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    delete_in_batches::delete_expired(
        ctx,
        ctx.now(),
        "DELETE FROM sessions WHERE id IN (
             SELECT id FROM sessions WHERE expires_at <= $1
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
