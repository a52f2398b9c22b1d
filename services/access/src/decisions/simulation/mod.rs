//! Decides the calls of the last 24 hours again, by the present policies and by others, and answers the differences.

mod call;
mod callers;
mod changes;
mod policies;

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{DecisionOutcome, GetSimulationRequest, GetSimulationResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;

use self::call::Call;
use self::callers::Callers;
use self::changes::Changes;
use self::policies::Compared;
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::{CALLS_KEPT, MOST_SIMULATED_CALLS};

/// The calls whose decision differs. Callers are taken with the roles that they have now, and without an address.
pub async fn get(
    ctx: &Context,
    _: Arc<Person>,
    request: GetSimulationRequest,
) -> Result<GetSimulationResponse, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("policy_id", &request.policy_id);
    let id = checks.finish(id)?;
    let now = ctx.clock.now();
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let compared = Compared::read(&mut tx, id, request.policy, now).await?;
    let mut calls = calls(&mut tx, now).await?;
    let has_older = calls.len() as i64 > MOST_SIMULATED_CALLS;
    calls.truncate(MOST_SIMULATED_CALLS as usize);
    let mut callers = Callers::read(&mut tx, &calls, now).await?;
    tx.rollback().await?;
    let mut answer =
        GetSimulationResponse { is_partial: has_older, ..GetSimulationResponse::default() };
    let mut changes = Changes::default();
    for call in &calls {
        let Some(caller) = callers.get(call, &compared) else {
            answer.is_partial = true;
            continue;
        };
        if call.outcome() == DecisionOutcome::Refused {
            answer.refused_calls += call.calls;
        } else {
            answer.sampled_calls += call.calls;
        }
        let now = kit::clock::milliseconds(now);
        let [before, after] = caller.sets.each_ref().map(|set| call.decide(set.as_ref(), now));
        if before != after {
            answer.changed_calls += call.calls;
            changes.add(call, &caller.plan, (before.outcome, after.outcome));
        }
    }
    answer.changes = changes.most_frequent();
    Ok(answer)
}

/// The calls of the last 24 hours, the newest first, and one more than are examined.
async fn calls(conn: &mut PgConnection, now: OffsetDateTime) -> Result<Vec<Call>, AccessError> {
    let calls = sqlx::query_as(
        "SELECT user_id, organization_id, key_id, needs, narrowed_answers, export_format, outcome, calls
         FROM decided_calls WHERE minute_at >= $1 ORDER BY minute_at DESC, id DESC LIMIT $2",
    );
    Ok(calls.bind(now - CALLS_KEPT).bind(MOST_SIMULATED_CALLS + 1).fetch_all(conn).await?)
}
