//! Keeps an account whose erasure was requested.

use std::sync::Arc;

use kit::peers::Person;
use kit::security_log::{Entry, Event};
use proto::identity::v1::{CancelErasureRequest, CancelErasureResponse};
use uuid::Uuid;

use super::mails;
use crate::caller;
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;

/// Takes the caller's request back and sends a mail; does nothing without one.
pub async fn cancel(
    ctx: &Context,
    person: Arc<Person>,
    _: CancelErasureRequest,
) -> Result<CancelErasureResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    if let Some(to) = ctx.bounded(remove(ctx, user)).await?
        && let Err(cause) = mails::send_cancelled(&ctx.config, &to).await
    {
        // The account stays without the notice, too, as its user wishes.
        tracing::warn!(cause, "the notice of a cancelled erasure was not sent");
    }
    Ok(CancelErasureResponse {})
}

/// Removes the request of a user; returns the verified address, if there was a request.
pub(super) async fn remove(ctx: &Context, user: Uuid) -> Result<Option<String>, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let removed: Option<Option<String>> = sqlx::query_scalar(
        "DELETE FROM erasures AS e USING users AS u
         WHERE e.user_id = $1 AND u.id = e.user_id
         RETURNING CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END",
    )
    .bind(user)
    .fetch_optional(&mut *tx)
    .await?;
    if removed.is_some() {
        tx.log(Entry::success(Event::ErasureChanged { user, change: "cancelled" }));
        change_events::user_updated(&mut tx, user).await?;
    }
    tx.commit().await?;
    Ok(removed.flatten())
}
