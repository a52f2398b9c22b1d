//! Removes all passkeys and recovery codes of a user who lost them, as an administrator.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{AuditAction, RemoveUserPasskeysRequest, RemoveUserPasskeysResponse};

use super::{lock, verify_email};
use crate::acting_administrator;
use crate::audit::{self, Change, Entry};
use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::passkeys::{notice, stored_passkeys};
use crate::sign_in::second_factor::requirement;

/// Removes all passkeys and recovery codes of another user, who then signs in without the second factor; users remove
/// their own in the settings. A mail announces it.
pub async fn remove(
    ctx: &Context,
    person: Arc<Person>,
    request: RemoveUserPasskeysRequest,
) -> Result<RemoveUserPasskeysResponse, IdentityError> {
    let (removed, to) = ctx.bounded(store(ctx, person, request)).await?;
    if let Some(to) = to
        && let Err(cause) = notice::send_removed_by_administrator(ctx, &to).await
    {
        tracing::warn!(%cause, "the passkeys of a user were removed without a notice");
    }
    Ok(RemoveUserPasskeysResponse { removed })
}

/// The number of removed passkeys, and the verified address of the user if anything changed.
async fn store(
    ctx: &Context,
    person: Arc<Person>,
    request: RemoveUserPasskeysRequest,
) -> Result<(i32, Option<String>), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let actor = acting_administrator::require(&mut tx, &person).await?;
    let user = lock::user(&mut tx, &request.id).await?;
    if actor.id == user.id {
        return Err(IdentityError::OwnAccount);
    }
    let before = stored_passkeys::credentials(&mut tx, user.id).await?.len();
    let second_factor = requirement::read(ctx, &mut tx, user.id).await?;
    if before == 0 && !second_factor.enabled {
        return Ok((0, None));
    }
    requirement::reset(&mut tx, user.id).await?;
    let change = Change::new("passkeys", [before.to_string()], ["0".to_owned()]);
    let action = AuditAction::UserPasskeysRemoved;
    let entry = Entry::of_user(action, user.id, &user.email, vec![change]);
    audit::record(ctx, &mut tx, Some(&actor), entry).await?;
    let to = verify_email::verified_address(&mut tx, user.id).await?;
    tx.commit().await?;
    Ok((before.try_into().unwrap_or(i32::MAX), to))
}
