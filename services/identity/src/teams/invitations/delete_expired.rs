//! Removes invitations that expired long ago.

use crate::context::Context;
use crate::delete_in_batches;
use crate::error::IdentityError;

/// Deletes those that expired a month ago: so long an owner can still see and resend them. How many went.
pub async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    delete_in_batches::delete_expired(
        ctx,
        "DELETE FROM invitations WHERE id IN (
             SELECT id FROM invitations WHERE expires_at <= $1::timestamptz - interval '30 days'
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
