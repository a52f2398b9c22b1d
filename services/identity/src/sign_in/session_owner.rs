//! The user whose session a browser has while it begins a sign-in: limits count this user, not the network.

use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start::current_session;

/// The user of a valid session, and their address; none without one.
pub async fn find(
    ctx: &Context,
    session_token: Option<&str>,
) -> Result<Option<(Uuid, String)>, IdentityError> {
    if session_token.is_none() {
        return Ok(None);
    }
    let mut tx = ctx.db.tx().await?;
    let found = match current_session(ctx, &mut tx, session_token).await? {
        Some(session) => {
            sqlx::query_as("SELECT id, email FROM users WHERE id = $1")
                .bind(session.user_id)
                .fetch_optional(&mut *tx)
                .await?
        }
        None => None,
    };
    tx.rollback().await?;
    Ok(found)
}
