//! Creates a key for a user in their active organization, or for that organization.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{ApiKeyStatus, CreateApiKeyRequest, NewApiKey};
use proto::codec::Text;
use sqlx::types::Json;

use super::row::Row;
use super::save::{self, Author};
use super::{input, owner, room, secret};
use crate::context::Context;
use crate::error::AccessError;
use crate::organization_roles::refuse_removed;

/// Creates the key. Its text is in the answer and nowhere else.
pub async fn create(
    ctx: &Context,
    person: Arc<Person>,
    request: CreateApiKeyRequest,
) -> Result<NewApiKey, AccessError> {
    let asked_at = ctx.clock.now();
    let values = input::checked(request.key, asked_at, None)?;
    let owner = owner::of_person(ctx, &person, request.is_organization).await?;
    let new = secret::make(&ctx.peppers, request.is_test)?;
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_person(&mut tx, &ctx.clock, &person).await?;
    refuse_removed(&mut tx, owner.organization).await?;
    owner::check_still_member(&mut tx, &owner, asked_at).await?;
    let row = Row {
        id: new.id.clone(),
        record_id: kit::id::new(),
        version: 1,
        name: values.name,
        is_test: request.is_test,
        user_id: owner.user,
        organization_id: owner.organization,
        scopes: Json(values.scopes),
        ip_cidrs: values.ip_cidrs,
        last_four: new.last_four.clone(),
        created_at: author.now,
        created_by: author.actor(),
        expires_at: values.expires_at,
        last_used_at: None,
        status: ApiKeyStatus::Active.text().to_owned(),
        revoked_at: None,
        revocation_reason: None,
        successor_id: None,
        is_disabled_by_administrator: false,
    };
    save::insert(&mut tx, &author, &row, &new).await?;
    room::check(&mut tx, owner.user, owner.organization, author.now).await?;
    tx.commit().await?;
    Ok(NewApiKey { key: Some(row.key()), secret: new.text })
}
