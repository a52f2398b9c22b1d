//! Unlinks an account at a provider: it signs in no longer, while sessions that it started go on.

use std::sync::Arc;

use kit::peers::Person;
use kit::security_log::Entry;
use proto::identity::v1::{RemoveLinkedAccountRequest, RemoveLinkedAccountResponse};
use uuid::Uuid;

use super::linked_accounts;
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// Removes the account: it no longer signs in. Sessions go on, and end by the verbs of sessions.
pub async fn remove(
    ctx: &Context,
    person: Arc<Person>,
    request: RemoveLinkedAccountRequest,
) -> Result<RemoveLinkedAccountResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::LinkedAccountNotFound)?;
    let mut tx = ctx.db.tx().await?;
    // Of two removals at once, the second sees what the first left.
    let verified: Option<bool> = sqlx::query_scalar(
        "SELECT email_verified_at IS NOT NULL FROM users WHERE id = $1 FOR NO KEY UPDATE",
    )
    .bind(user)
    .fetch_optional(&mut *tx)
    .await?;
    let verified = verified.ok_or(IdentityError::UserNotFound)?;
    let removed: Option<String> = sqlx::query_scalar(
        "DELETE FROM accounts WHERE user_id = $1 AND id = $2 RETURNING provider",
    )
    .bind(user)
    .bind(id)
    .fetch_optional(&mut *tx)
    .await?;
    let provider = removed.ok_or(IdentityError::LinkedAccountNotFound)?;
    let others: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM accounts WHERE user_id = $1)")
            .bind(user)
            .fetch_one(&mut *tx)
            .await?;
    // A link mailed to an address that was never proved may reach somebody else.
    if !verified && !others {
        return Err(IdentityError::AccountUnverified);
    }
    tx.log(Entry::success(linked_accounts::change_event(user, &provider, "removed")));
    tx.commit().await?;
    Ok(RemoveLinkedAccountResponse {})
}
