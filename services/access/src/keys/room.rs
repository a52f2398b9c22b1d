//! The number of keys that an owner can use at a time.

use kit::db::Tx;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;
use crate::limits::MOST_KEYS;

/// Refuses more keys than an owner may have. Those that another one replaces do not count; changes of keys follow each other.
pub async fn check(
    tx: &mut Tx,
    user: Option<Uuid>,
    organization: Uuid,
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    let count: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM api_keys
         WHERE status = 'active' AND expires_at > $3 AND successor_id IS NULL
             AND CASE WHEN $1::uuid IS NULL THEN user_id IS NULL AND organization_id = $2
                      ELSE user_id = $1 END",
    )
    .bind(user)
    .bind(organization)
    .bind(now)
    .fetch_one(&mut **tx)
    .await?;
    if count > MOST_KEYS { Err(AccessError::Full("API keys")) } else { Ok(()) }
}
