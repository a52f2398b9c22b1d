//! Revokes a key for good.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, ApiKeyStatus, Change, RevocationReason, RevokeApiKeyRequest,
    RevokeApiKeyResponse,
};

use super::save::{self, Author};
use super::{owner, row};
use crate::context::Context;
use crate::error::AccessError;

/// Revokes the key; one that is revoked already stays as it is.
pub async fn revoke(
    ctx: &Context,
    person: Arc<Person>,
    request: RevokeApiKeyRequest,
) -> Result<RevokeApiKeyResponse, AccessError> {
    owner::check(ctx, &person, &request.id).await?;
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_person(&mut tx, &ctx.clock, &person).await?;
    let before = row::lock(&mut tx, &request.id, request.version).await?;
    if before.status() == ApiKeyStatus::Revoked {
        return Ok(RevokeApiKeyResponse { key: Some(before.key()) });
    }
    let after = before.clone().revoked(RevocationReason::Owner, author.now);
    let change = (AccessAuditAction::ApiKeyRevoked, Change::Ended);
    let row = save::update(&mut tx, &author, (&before, after), change).await?;
    tx.commit().await?;
    Ok(RevokeApiKeyResponse { key: Some(row.key()) })
}
