//! Reads how often a key was used on each of the last days.

use std::sync::Arc;

use kit::api_key_limits::KEY_USE_SHOWN;
use kit::peers::Person;
use proto::access::v1::{ApiKeyUse, GetApiKeyUseRequest, GetApiKeyUseResponse};
use time::Date;

use super::owner;
use crate::context::Context;
use crate::error::AccessError;

/// The days with calls, the earliest first.
pub async fn get(
    ctx: &Context,
    person: Arc<Person>,
    request: GetApiKeyUseRequest,
) -> Result<GetApiKeyUseResponse, AccessError> {
    owner::check(ctx, &person, &request.id).await?;
    let days: Vec<(Date, i64, i64)> = sqlx::query_as(
        "SELECT day, calls, refused FROM api_key_use WHERE key_id = $1 AND day > $2 ORDER BY day",
    )
    .bind(&request.id)
    .bind((ctx.clock.now() - KEY_USE_SHOWN).date())
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    let days = days.into_iter();
    let results =
        days.map(|(day, calls, refused)| ApiKeyUse { day: day.to_string(), calls, refused });
    Ok(GetApiKeyUseResponse { results: results.collect() })
}
