//! The calls of all keys of an organization.

use kit::api_key_limits::KEY_USE_SHOWN;
use proto::access::v1::ApiKeyUse;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::error::AccessError;

/// The last days with calls, the earliest first.
pub async fn by_day(
    conn: &mut PgConnection,
    organization: Uuid,
    now: OffsetDateTime,
) -> Result<Vec<ApiKeyUse>, AccessError> {
    let days: Vec<(Date, i64, i64)> = sqlx::query_as(
        "SELECT u.day, sum(u.calls)::bigint, sum(u.refused)::bigint
         FROM api_key_use AS u JOIN api_keys AS k ON k.id = u.key_id
         WHERE k.organization_id = $1 AND u.day > $2
         GROUP BY u.day ORDER BY u.day",
    )
    .bind(organization)
    .bind((now - KEY_USE_SHOWN).date())
    .fetch_all(conn)
    .await?;
    let days = days.into_iter();
    Ok(days
        .map(|(day, calls, refused)| ApiKeyUse { day: day.to_string(), calls, refused })
        .collect())
}
