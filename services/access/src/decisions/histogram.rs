//! Reads the decisions of the last 30 days that concern a role, a policy or an assignment.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    Action, DecisionDay, DecisionsOnAction, Endpoint, GetDecisionHistogramRequest,
    GetDecisionHistogramResponse,
};
use proto::codec::Text;
use time::Date;

use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::DAYS_OF_DECISIONS;

/// The decisions of each day, and of each action at an endpoint.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    request: GetDecisionHistogramRequest,
) -> Result<GetDecisionHistogramResponse, AccessError> {
    let mut checks = Checks::default();
    let record = checks.id("record_id", &request.record_id);
    let record = checks.finish(record)?;
    let before = (ctx.clock.now() - DAYS_OF_DECISIONS).date();
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let days: Vec<(Date, i64, i64, i64)> = sqlx::query_as(
        "SELECT day, sum(allowed)::bigint, sum(narrowed)::bigint, sum(refused)::bigint
         FROM decision_counts WHERE record_id = $1 AND day > $2 GROUP BY day ORDER BY day",
    )
    .bind(record)
    .bind(before)
    .fetch_all(&mut *tx)
    .await?;
    let actions: Vec<(String, String, i64, i64, i64)> = sqlx::query_as(
        "SELECT endpoint, action, sum(allowed)::bigint, sum(narrowed)::bigint, sum(refused)::bigint
         FROM decision_counts WHERE record_id = $1 AND day > $2 GROUP BY endpoint, action
         ORDER BY sum(allowed + narrowed + refused) DESC, endpoint, action",
    )
    .bind(record)
    .bind(before)
    .fetch_all(&mut *tx)
    .await?;
    let lost: i64 = sqlx::query_scalar(
        "SELECT coalesce(sum(decisions), 0)::bigint FROM lost_decisions WHERE day > $1",
    )
    .bind(before)
    .fetch_one(&mut *tx)
    .await?;
    tx.rollback().await?;
    let days = days.into_iter().map(|(day, allowed, narrowed, refused)| DecisionDay {
        day: day.to_string(),
        allowed,
        narrowed,
        refused,
    });
    let actions = actions.into_iter().map(|(endpoint, action, allowed, narrowed, refused)| {
        DecisionsOnAction {
            action: Action::from_text(&action).unwrap_or_default().into(),
            endpoint: Endpoint::from_text(&endpoint).unwrap_or_default().into(),
            allowed,
            narrowed,
            refused,
        }
    });
    Ok(GetDecisionHistogramResponse { days: days.collect(), actions: actions.collect(), lost })
}
