//! Turns the second factor of a user on or off.

use std::sync::Arc;

use kit::peers::Person;
use kit::security_log::{Entry, Event};
use proto::identity::v1::{SetSecondFactorRequest, SetSecondFactorResponse};
use uuid::Uuid;

use super::recovery_codes;
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::passkeys::{notice, stored_passkeys};

/// Turned on, it comes with new recovery codes; turned off, the codes end. A mail announces either.
pub async fn set(
    ctx: &Context,
    person: Arc<Person>,
    request: SetSecondFactorRequest,
) -> Result<SetSecondFactorResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let (recovery_codes, to) = ctx.bounded(store(ctx, user, request.enabled)).await?;
    if let Some(to) = to
        && let Err(cause) = notice::send_second_factor(ctx, &to, request.enabled).await
    {
        tracing::warn!(%cause, "the second factor was changed without a notice");
    }
    Ok(SetSecondFactorResponse { recovery_codes })
}

async fn store(
    ctx: &Context,
    user: Uuid,
    enabled: bool,
) -> Result<(Vec<String>, Option<String>), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let to = stored_passkeys::lock_owner(&mut tx, user).await?;
    if enabled && stored_passkeys::credentials(&mut tx, user).await?.is_empty() {
        return Err(IdentityError::PasskeyRequired);
    }
    sqlx::query("UPDATE users SET second_factor = $2, updated_at = $3 WHERE id = $1")
        .bind(user)
        .bind(enabled)
        .bind(ctx.now())
        .execute(&mut *tx)
        .await?;
    let codes = if enabled {
        recovery_codes::replace(ctx, &mut tx, user).await?
    } else {
        recovery_codes::delete_all(&mut tx, user).await?;
        Vec::new()
    };
    let change = if enabled { "on" } else { "off" };
    let changed = Event::FactorChanged { user, factor: "second_factor", change };
    tx.log(Entry::success(changed));
    tx.commit().await?;
    Ok((codes, to))
}
