//! Removes sessions that have expired.

use crate::context::Context;
use crate::error::IdentityError;
use crate::expired;

/// Deletes expired sessions; how many went.
pub async fn clean(ctx: &Context) -> Result<u64, IdentityError> {
    expired::remove(
        ctx,
        "DELETE FROM sessions WHERE id IN (
             SELECT id FROM sessions WHERE expires_at <= $1
             ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .await
}
