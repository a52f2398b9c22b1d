//! Ends one or all sessions of a user as an administrator.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{AuditAction, EndUserSessionsRequest, EndUserSessionsResponse};

use super::lock;
use crate::acting_administrator;
use crate::audit::{self, Change, Entry};
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::revoke::{self, SessionSelector};

/// Ends one session of another user, or all of them; users end their own sessions in the settings.
pub async fn end_sessions(
    ctx: &Context,
    person: Arc<Person>,
    request: EndUserSessionsRequest,
) -> Result<EndUserSessionsResponse, IdentityError> {
    let one = request
        .session_id
        .map(|id| id.parse().map_err(|_| IdentityError::SessionNotFound))
        .transpose()?;
    let mut tx = ctx.db.tx().await?;
    let actor = acting_administrator::require(&mut tx, &person).await?;
    let user = lock::user(&mut tx, &request.id).await?;
    if actor.id == user.id {
        return Err(IdentityError::OwnAccount);
    }
    let which = match one {
        Some(id) => SessionSelector::One { user: user.id, id },
        None => SessionSelector::AllOf(user.id),
    };
    let ended = revoke::remove(&mut tx, which, None).await?;
    if ended == 0 {
        return match one {
            Some(_) => Err(IdentityError::SessionNotFound),
            None => Ok(EndUserSessionsResponse { ended: 0 }),
        };
    }
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM sessions WHERE user_id = $1")
        .bind(user.id)
        .fetch_one(&mut *tx)
        .await?;
    let before = left + ended as i64;
    let change = Change::new("sessions", [before.to_string()], [left.to_string()]);
    let action = AuditAction::UserSessionsEnded;
    let entry = Entry::of_user(action, user.id, &user.email, vec![change]);
    audit::record(ctx, &mut tx, Some(&actor), entry).await?;
    tx.commit().await?;
    Ok(EndUserSessionsResponse { ended: ended.try_into().unwrap_or(i32::MAX) })
}
