//! Tells that what others remember is outdated.

use kit::db::{DbError, Tx};
use kit::outbox;
use proto::identity::v1::{OrganizationUpdated, UserUpdated};
use uuid::Uuid;

/// A user changed.
pub async fn user_updated(tx: &mut Tx, id: Uuid) -> Result<(), DbError> {
    let updated = UserUpdated { user_id: id.to_string() };
    outbox::publish(tx, &updated).await
}

/// An organization changed.
pub async fn organization_updated(tx: &mut Tx, id: Uuid) -> Result<(), DbError> {
    let updated = OrganizationUpdated { organization_id: id.to_string() };
    outbox::publish(tx, &updated).await
}
