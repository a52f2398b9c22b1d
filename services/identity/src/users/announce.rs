//! The end of every change to one user.

use kit::db::Tx;
use kit::outbox;
use proto::identity::v1::UserUpdated;
use sqlx::postgres::PgQueryResult;
use uuid::Uuid;

use crate::error::IdentityError;

/// Commits a change that hit the user, together with the news of it.
pub async fn commit_change(
    mut tx: Tx,
    id: Uuid,
    changed: &PgQueryResult,
) -> Result<(), IdentityError> {
    if changed.rows_affected() == 0 {
        return Err(IdentityError::UserNotFound);
    }
    outbox::publish(&mut tx, &UserUpdated { user_id: id.to_string() }, &id.to_string()).await?;
    Ok(tx.commit().await?)
}
