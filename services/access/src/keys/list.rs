//! Lists the keys of a user, or of an organization for its owners.

use std::sync::Arc;

use kit::api_key_limits::ENDED_KEY_LISTED;
use kit::peers::Person;
use proto::access::v1::{ListApiKeysRequest, ListApiKeysResponse};

use super::owner;
use super::row::Row;
use crate::context::Context;
use crate::error::AccessError;
use crate::limits::{MOST_KEYS, MOST_LISTED_KEYS};

/// The keys that have not ended long ago, the newest first.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    request: ListApiKeysRequest,
) -> Result<ListApiKeysResponse, AccessError> {
    let owner = owner::of_person(ctx, &person, request.is_organization).await?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT * FROM api_keys
         WHERE CASE WHEN $1::uuid IS NULL THEN user_id IS NULL AND organization_id = $2
                    ELSE user_id = $1 END
             AND least(revoked_at, expires_at) > $3
         ORDER BY created_at DESC, id LIMIT $4",
    )
    .bind(owner.user)
    .bind(owner.organization)
    .bind(ctx.clock.now() - ENDED_KEY_LISTED)
    .bind(MOST_LISTED_KEYS)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    let most_keys = i32::try_from(MOST_KEYS).unwrap_or(i32::MAX);
    Ok(ListApiKeysResponse { results: rows.iter().map(Row::key).collect(), most_keys })
}
