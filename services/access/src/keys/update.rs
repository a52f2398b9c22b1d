//! Changes the name, the scopes, the networks and the end of a key.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{AccessAuditAction, Change, UpdateApiKeyRequest, UpdateApiKeyResponse};
use sqlx::types::Json;

use super::input::{self, Values};
use super::owner;
use super::row::{self, Row};
use super::save::{self, Author};
use crate::context::Context;
use crate::error::AccessError;

/// Replaces the values; without a difference nothing changes.
pub async fn update(
    ctx: &Context,
    person: Arc<Person>,
    request: UpdateApiKeyRequest,
) -> Result<UpdateApiKeyResponse, AccessError> {
    owner::check(ctx, &person, &request.id).await?;
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_person(&mut tx, &ctx.clock, &person).await?;
    let before = row::lock_open(&mut tx, &request.id, request.version, author.now).await?;
    let Values { name, scopes, ip_cidrs, expires_at } =
        input::checked(request.key, author.now, Some(before.expires_at))?;
    if before.successor_id.is_some() && expires_at > before.expires_at {
        return Err(AccessError::KeyReplaced);
    }
    let after = Row { name, scopes: Json(scopes), ip_cidrs, expires_at, ..before.clone() };
    if before.key() == after.key() {
        return Ok(UpdateApiKeyResponse { key: Some(before.key()) });
    }
    let change = (AccessAuditAction::ApiKeyUpdated, Change::Updated);
    let row = save::update(&mut tx, &author, (&before, after), change).await?;
    tx.commit().await?;
    Ok(UpdateApiKeyResponse { key: Some(row.key()) })
}
