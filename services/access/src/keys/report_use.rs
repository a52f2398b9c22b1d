//! Adds the calls that the gateway counted to the use of keys.

use proto::access::v1::{ReportApiKeyUseRequest, ReportApiKeyUseResponse};
use time::OffsetDateTime;

use crate::applied_reports;
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::MOST_REPORTED_CALLS;

const MINUTE: i64 = 60_000;

/// Adds the calls, unless the report was applied before. Those of unknown keys are left out.
pub async fn report(
    ctx: &Context,
    request: ReportApiKeyUseRequest,
) -> Result<ReportApiKeyUseResponse, AccessError> {
    let mut checks = Checks::default();
    let report_id = checks.id("report_id", &request.report_id);
    if request.calls.len() > MOST_REPORTED_CALLS {
        checks.refuse("calls", format!("must be at most {MOST_REPORTED_CALLS}"));
    }
    if request.calls.iter().any(|one| one.refused < 0 || one.refused > one.calls) {
        checks.refuse("calls", "must have as many calls as refused ones");
    }
    checks.finish(())?;
    let now = ctx.clock.now_milliseconds();
    let (mut ids, mut minutes) = (Vec::new(), Vec::<OffsetDateTime>::new());
    let (mut calls, mut refused) = (Vec::new(), Vec::new());
    for one in request.calls {
        ids.push(one.key_id);
        let at = one.minute_at.min(now);
        minutes.push(kit::clock::from_milliseconds(at - at.rem_euclid(MINUTE)));
        calls.push(one.calls);
        refused.push(one.refused);
    }
    let mut tx = ctx.db.tx().await?;
    if !applied_reports::is_new(&mut tx, report_id, ctx.clock.now()).await? {
        return Ok(ReportApiKeyUseResponse {});
    }
    // In one order, so that two reports do not wait for each other.
    sqlx::query("SELECT FROM api_keys WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE")
        .bind(&ids)
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "WITH reported AS (
             SELECT r.* FROM unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[])
                 AS r (key_id, minute_at, calls, refused)
             JOIN api_keys AS k ON k.id = r.key_id
         ), used AS (
             UPDATE api_keys AS k
             SET last_used_at = greatest(k.last_used_at, latest.minute_at),
                 unused_since = greatest(k.unused_since, latest.minute_at),
                 unused_notice_at = NULL
             FROM (SELECT key_id, max(minute_at) AS minute_at FROM reported GROUP BY key_id) AS latest
             WHERE k.id = latest.key_id
         )
         INSERT INTO api_key_use AS known (key_id, day, calls, refused)
         SELECT key_id, (minute_at AT TIME ZONE 'UTC')::date AS day, sum(calls)::bigint,
                sum(refused)::bigint
         FROM reported GROUP BY key_id, day
         ON CONFLICT (key_id, day) DO UPDATE
         SET calls = known.calls + excluded.calls, refused = known.refused + excluded.refused",
    )
    .bind(&ids)
    .bind(&minutes)
    .bind(&calls)
    .bind(&refused)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(ReportApiKeyUseResponse {})
}
