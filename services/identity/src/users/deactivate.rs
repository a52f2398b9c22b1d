//! Deactivates and reactivates a user.

use std::sync::Arc;

use kit::db::Tx;
use kit::outbox;
use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    AccountState, AuditAction, DeactivateUserRequest, DeactivateUserResponse,
    ReactivateUserRequest, ReactivateUserResponse, UserDeactivated, UserReactivated,
};
use time::OffsetDateTime;

use super::lock::{self, LockedUser};
use crate::acting_administrator;
use crate::audit::{self, Change, Entry};
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::revoke::{self, SessionSelector};

/// Ends all sessions of another user and refuses new ones.
pub async fn deactivate(
    ctx: &Context,
    person: Arc<Person>,
    request: DeactivateUserRequest,
) -> Result<DeactivateUserResponse, IdentityError> {
    let note = audit::note(request.note.as_deref())?;
    let mut tx = ctx.db.tx().await?;
    let administrators = acting_administrator::lock_all(&mut tx).await?;
    let actor = acting_administrator::require(&mut tx, &person).await?;
    let user = lock::user(&mut tx, &request.id).await?;
    if user.deactivated_at.is_some() {
        return Ok(DeactivateUserResponse { ended: 0 });
    }
    acting_administrator::refuse_own_account(&actor, user.id, &administrators)?;
    // Written before the sessions end: a sign-in at this moment waits for the row and is refused.
    write(ctx, &mut tx, &user, Some(ctx.now())).await?;
    let ended = revoke::remove(&mut tx, SessionSelector::AllOf(user.id), None).await?;
    let changes = vec![
        Change::new("state", [AccountState::Active.text()], [AccountState::Deactivated.text()]),
        Change::new("sessions", [ended.to_string()], ["0"]),
    ];
    let entry = Entry::of_user(AuditAction::UserDeactivated, user.id, &user.email, changes);
    audit::record(ctx, &mut tx, Some(&actor), Entry { note, ..entry }).await?;
    let news = UserDeactivated { user_id: user.id.to_string() };
    outbox::publish(&mut tx, &news).await?;
    tx.commit().await?;
    Ok(DeactivateUserResponse { ended: ended.try_into().unwrap_or(i32::MAX) })
}

/// Lets a user sign in again.
pub async fn reactivate(
    ctx: &Context,
    person: Arc<Person>,
    request: ReactivateUserRequest,
) -> Result<ReactivateUserResponse, IdentityError> {
    let note = audit::note(request.note.as_deref())?;
    let mut tx = ctx.db.tx().await?;
    let actor = acting_administrator::require(&mut tx, &person).await?;
    let user = lock::user(&mut tx, &request.id).await?;
    if user.deactivated_at.is_none() {
        return Ok(ReactivateUserResponse {});
    }
    write(ctx, &mut tx, &user, None).await?;
    let change =
        Change::new("state", [AccountState::Deactivated.text()], [AccountState::Active.text()]);
    let entry = Entry::of_user(AuditAction::UserReactivated, user.id, &user.email, vec![change]);
    audit::record(ctx, &mut tx, Some(&actor), Entry { note, ..entry }).await?;
    let news = UserReactivated { user_id: user.id.to_string() };
    outbox::publish(&mut tx, &news).await?;
    tx.commit().await?;
    Ok(ReactivateUserResponse {})
}

async fn write(
    ctx: &Context,
    tx: &mut Tx,
    user: &LockedUser,
    deactivated_at: Option<OffsetDateTime>,
) -> Result<(), IdentityError> {
    sqlx::query("UPDATE users SET deactivated_at = $2, updated_at = $3 WHERE id = $1")
        .bind(user.id)
        .bind(deactivated_at)
        .bind(ctx.now())
        .execute(&mut **tx)
        .await?;
    Ok(change_events::user_updated(tx, user.id).await?)
}
