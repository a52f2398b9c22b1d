//! Removes invitations that expired long ago.

use crate::context::Context;
use crate::error::IdentityError;
use crate::expired;

/// Deletes those that expired a month ago: so long an owner can still see and resend them. How many went.
pub async fn clean(ctx: &Context) -> Result<u64, IdentityError> {
    expired::remove(
        ctx,
        "DELETE FROM invitations WHERE id IN (
             SELECT id FROM invitations WHERE expires_at <= $1::timestamptz - interval '30 days'
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
