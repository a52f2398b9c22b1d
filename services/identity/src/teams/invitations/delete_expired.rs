//! Deletes invitations that expired long ago.

use super::periods;
use crate::context::Context;
use crate::delete_in_batches;
use crate::error::IdentityError;

/// Deletes the invitations whose owners no longer see them; returns how many.
pub async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    delete_in_batches::delete_expired(
        ctx,
        ctx.now() - periods::KEPT_AFTER_EXPIRY,
        "DELETE FROM invitations WHERE id IN (
             SELECT id FROM invitations WHERE expires_at <= $1
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
