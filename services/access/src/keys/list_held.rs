//! Lists the keys of a user or of an organization for administrators, with their use.

use std::sync::Arc;

use kit::api_key_limits::{ENDED_KEY_LISTED, KEY_USE_SHOWN};
use kit::peers::Person;
use proto::access::v1::{HeldApiKey, ListHeldApiKeysRequest, ListHeldApiKeysResponse};

use super::row::Row;
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::MOST_LISTED_KEYS;

/// A key with the calls of the last days.
#[derive(sqlx::FromRow)]
struct Held {
    #[sqlx(flatten)]
    row: Row,
    calls: i64,
    refused: i64,
}

/// The keys that have not ended long ago, the newest first. Those of an organization are without the keys of its members.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    request: ListHeldApiKeysRequest,
) -> Result<ListHeldApiKeysResponse, AccessError> {
    let mut checks = Checks::default();
    let user = request.user_id.as_deref().map(|id| checks.id("user_id", id));
    let organization = request.organization_id.as_deref();
    let organization = organization.map(|id| checks.id("organization_id", id));
    if user.is_some() == organization.is_some() {
        checks.refuse("user_id", "name either a user or an organization");
    }
    checks.finish(())?;
    let now = ctx.clock.now();
    let held: Vec<Held> = sqlx::query_as(
        "SELECT k.*, u.calls, u.refused FROM api_keys AS k
         CROSS JOIN LATERAL (
             SELECT coalesce(sum(calls), 0)::bigint AS calls,
                    coalesce(sum(refused), 0)::bigint AS refused
             FROM api_key_use WHERE key_id = k.id AND day > $4
         ) AS u
         WHERE CASE WHEN $1::uuid IS NULL THEN k.user_id IS NULL AND k.organization_id = $2
                    ELSE k.user_id = $1 END
             AND least(k.revoked_at, k.expires_at) > $3
         ORDER BY k.created_at DESC, k.id LIMIT $5",
    )
    .bind(user)
    .bind(organization)
    .bind(now - ENDED_KEY_LISTED)
    .bind((now - KEY_USE_SHOWN).date())
    .bind(MOST_LISTED_KEYS)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    let results = held.iter().map(|held| HeldApiKey {
        key: Some(held.row.key()),
        calls: held.calls,
        refused: held.refused,
    });
    Ok(ListHeldApiKeysResponse { results: results.collect() })
}
