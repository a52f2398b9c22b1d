//! Removes a passkey of the caller: it signs in no longer, while sessions that it started go on.

use std::sync::Arc;

use kit::peers::Person;
use kit::security_log::{Entry, Event};
use proto::identity::v1::{RemovePasskeyRequest, RemovePasskeyResponse};
use uuid::Uuid;

use super::{notice, stored_passkeys};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::second_factor::requirement;

/// Removes the passkey: it no longer signs in. Sessions go on, and end by the verbs of sessions. A notice that cannot
/// be sent does not keep the passkey, which its owner may have lost.
pub async fn remove(
    ctx: &Context,
    person: Arc<Person>,
    request: RemovePasskeyRequest,
) -> Result<RemovePasskeyResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::PasskeyNotFound)?;
    let (name, to) = ctx.bounded(delete(ctx, user, id)).await?;
    if let Some(to) = to
        && let Err(cause) = notice::send_removed(ctx, &to, &name).await
    {
        tracing::warn!(%cause, "a passkey was removed without a notice");
    }
    Ok(RemovePasskeyResponse {})
}

/// The name of the passkey and the verified address of its owner.
async fn delete(
    ctx: &Context,
    user: Uuid,
    id: Uuid,
) -> Result<(String, Option<String>), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    // Of two removals at once, the second sees what the first left.
    let to = stored_passkeys::lock_owner(&mut tx, user).await?;
    let name: Option<String> =
        sqlx::query_scalar("DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name")
            .bind(user)
            .bind(id)
            .fetch_optional(&mut *tx)
            .await?;
    let name = name.ok_or(IdentityError::PasskeyNotFound)?;
    // The second factor needs a passkey: it is turned off first, or another passkey is added where it is required.
    let second_factor = requirement::read(ctx, &mut tx, user).await?;
    let needed = second_factor.enabled || second_factor.required;
    if needed && stored_passkeys::credentials(&mut tx, user).await?.is_empty() {
        return Err(IdentityError::PasskeyRequired);
    }
    let removed = Event::FactorChanged { user, factor: "passkey", change: "removed" };
    tx.log(Entry::success(removed));
    tx.commit().await?;
    Ok((name, to))
}
