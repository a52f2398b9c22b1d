//! Enables a key that was disabled because nobody used it.

use std::sync::Arc;

use kit::db::Tx;
use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, ApiKeyStatus, Change, EnableApiKeyRequest, EnableApiKeyResponse,
};
use proto::codec::Text;
use time::OffsetDateTime;

use super::row::{self, Row};
use super::save::{self, Author};
use super::{owner, room};
use crate::context::Context;
use crate::error::AccessError;

/// Enables the key; one that is active stays as it is.
pub async fn enable(
    ctx: &Context,
    person: Arc<Person>,
    request: EnableApiKeyRequest,
) -> Result<EnableApiKeyResponse, AccessError> {
    owner::check(ctx, &person, &request.id).await?;
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_person(&mut tx, &ctx.clock, &person).await?;
    let before = row::lock_open(&mut tx, &request.id, request.version, author.now).await?;
    if before.is_disabled_by_administrator {
        return Err(AccessError::KeyDisabledByAdministrator);
    }
    if before.status() == ApiKeyStatus::Active {
        return Ok(EnableApiKeyResponse { key: Some(before.key()) });
    }
    let after = Row { status: ApiKeyStatus::Active.text().to_owned(), ..before.clone() };
    let change = (AccessAuditAction::ApiKeyEnabled, Change::Updated);
    let row = save::update(&mut tx, &author, (&before, after), change).await?;
    begin_period(&mut tx, &row.id, author.now).await?;
    room::check(&mut tx, row.user_id, row.organization_id, author.now).await?;
    tx.commit().await?;
    Ok(EnableApiKeyResponse { key: Some(row.key()) })
}

/// From now on the key counts as unused, and not since before it was disabled.
pub async fn begin_period(tx: &mut Tx, id: &str, now: OffsetDateTime) -> Result<(), AccessError> {
    sqlx::query("UPDATE api_keys SET unused_since = $2, unused_notice_at = NULL WHERE id = $1")
        .bind(id)
        .bind(now)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
