//! Requests the erasure of the caller's account.

use std::sync::Arc;

use kit::db::Tx;
use kit::peers::Person;
use kit::security_log::{Entry, Event};
use proto::identity::v1::{RequestErasureRequest, RequestErasureResponse};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{cancel, mails, memberships};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::revoke::{self, SessionSelector};
use crate::{acting_administrator, change_events};

struct ErasureNotice {
    due_at: OffsetDateTime,
    /// The verified address of the user, if the request is new.
    to: Option<String>,
}

/// Notes the request, ends all other sessions and sends a mail. If the mail server refuses it, the account stays: a stolen
/// session must not erase an account in silence.
pub async fn request(
    ctx: &Context,
    person: Arc<Person>,
    _: RequestErasureRequest,
) -> Result<RequestErasureResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let session = person.session_id.parse().map_err(|_| IdentityError::Invalid("session_id"))?;
    let ErasureNotice { due_at, to } = ctx.bounded(note(ctx, user, session)).await?;
    if let Some(to) = to
        && let Err(cause) = mails::send_requested(&ctx.config, &to, due_at).await
    {
        tracing::warn!(cause, "the notice of a requested erasure was not sent");
        drop(ctx.bounded(cancel::remove(ctx, user)).await?);
        return Err(IdentityError::ErasureNoticeNotSent);
    }
    Ok(RequestErasureResponse { due_at: kit::clock::milliseconds(due_at) })
}

async fn note(ctx: &Context, user: Uuid, session: Uuid) -> Result<ErasureNotice, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    if let Some(due_at) = due(&mut tx, user).await? {
        return Ok(ErasureNotice { due_at, to: None });
    }
    memberships::lock_organizations(&mut tx, user).await?;
    let administrators = acting_administrator::lock_all(&mut tx).await?;
    let email: Option<(String, bool)> = sqlx::query_as(
        "SELECT email, email_verified_at IS NOT NULL FROM users WHERE id = $1 FOR NO KEY UPDATE",
    )
    .bind(user)
    .fetch_optional(&mut *tx)
    .await?;
    let (email, is_verified) = email.ok_or(IdentityError::UserNotFound)?;
    // Of two requests at once, the second finds that of the first.
    if let Some(due_at) = due(&mut tx, user).await? {
        return Ok(ErasureNotice { due_at, to: None });
    }
    memberships::check_handed_over(&mut tx, user).await?;
    if administrators.contains(&user) {
        check_other_administrator(&mut tx, user, &administrators).await?;
    }
    let due_at = ctx.after(ctx.config.erasure_grace);
    sqlx::query("INSERT INTO erasures (user_id, requested_at, due_at) VALUES ($1, $2, $3)")
        .bind(user)
        .bind(ctx.now())
        .bind(due_at)
        .execute(&mut *tx)
        .await?;
    revoke::remove(&mut tx, SessionSelector::AllBut { user, id: session }, None).await?;
    tx.log(Entry::success(Event::ErasureChanged { user, change: "requested" }));
    change_events::user_updated(&mut tx, user).await?;
    tx.commit().await?;
    Ok(ErasureNotice { due_at, to: is_verified.then_some(email) })
}

async fn due(tx: &mut Tx, user: Uuid) -> Result<Option<OffsetDateTime>, IdentityError> {
    let due_at = sqlx::query_scalar("SELECT due_at FROM erasures WHERE user_id = $1")
        .bind(user)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(due_at)
}

/// Refuses the request of the last administrator who stays. All administrators are locked.
async fn check_other_administrator(
    tx: &mut Tx,
    user: Uuid,
    administrators: &[Uuid],
) -> Result<(), IdentityError> {
    let others: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM users AS u
                        WHERE u.id = ANY($1) AND u.id <> $2
                          AND NOT EXISTS (SELECT FROM erasures AS e WHERE e.user_id = u.id))",
    )
    .bind(administrators)
    .bind(user)
    .fetch_one(&mut **tx)
    .await?;
    if others { Ok(()) } else { Err(IdentityError::LastAdministrator) }
}
