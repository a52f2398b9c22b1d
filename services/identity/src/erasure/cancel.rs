//! Keeps an account whose erasure was requested.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{CancelErasureRequest, CancelErasureResponse};
use uuid::Uuid;

use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Takes the caller's request back; does nothing without one.
pub async fn cancel(
    ctx: &Context,
    person: Arc<Person>,
    _: CancelErasureRequest,
) -> Result<CancelErasureResponse, IdentityError> {
    remove(ctx, access::caller(&person.user_id)?).await?;
    Ok(CancelErasureResponse {})
}

/// Removes the request of a user.
pub(super) async fn remove(ctx: &Context, user: Uuid) -> Result<(), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let removed =
        sqlx::query("DELETE FROM erasures WHERE user_id = $1").bind(user).execute(&mut *tx).await?;
    if removed.rows_affected() > 0 {
        change_events::user_updated(&mut tx, user).await?;
    }
    tx.commit().await?;
    Ok(())
}
