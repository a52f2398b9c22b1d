//! Publishes that a user or an organization has changed, so that caches drop it.

use kit::db::{DbError, Tx};
use kit::outbox;
use proto::identity::v1::{OrganizationUpdated, UserUpdated};
use uuid::Uuid;

/// The record of a user has changed.
pub async fn user_updated(tx: &mut Tx, id: Uuid) -> Result<(), DbError> {
    let role_epoch: Option<i64> = sqlx::query_scalar("SELECT role_epoch FROM users WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut **tx)
        .await?;
    let role_epoch = role_epoch.unwrap_or_default();
    let updated = UserUpdated { user_id: id.to_string(), role_epoch };
    outbox::publish(tx, &updated).await
}

/// The record of an organization has changed.
pub async fn organization_updated(tx: &mut Tx, id: Uuid) -> Result<(), DbError> {
    let updated = OrganizationUpdated { organization_id: id.to_string() };
    outbox::publish(tx, &updated).await
}
