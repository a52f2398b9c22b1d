//! Ends plans at their time: the organization returns to the free plan.

use std::sync::Arc;
use std::time::Duration;

use kit::outbox;
use kit::run::App;
use proto::identity::v1::{AuditAction, OrganizationPlanEnded};
use time::OffsetDateTime;
use uuid::Uuid;

use super::plan::{self, Plan, PlanRow};
use crate::audit::{self, Entry};
use crate::context::Context;
use crate::error::IdentityError;

/// The longest pause between two looks: an end that an administrator sets meanwhile may be sooner than the next known one.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The shortest one: a timer that ends a moment early would look twice at the same end.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
/// A team of 500 members takes longer than a call may.
const LONGEST_CHANGE: Duration = Duration::from_secs(20);
const MOST_AT_ONCE: i64 = 100;

/// Begins to end plans, for as long as the process runs.
pub fn start(app: &App, ctx: Arc<Context>) {
    let stopping = app.stopping();
    app.spawn("ends of plans", async move {
        let mut pause = Duration::ZERO;
        while stopping.run_until_cancelled(tokio::time::sleep(pause)).await.is_some() {
            pause = match end_due(&ctx).await {
                Ok(round) => round.pause(ctx.now()),
                Err(error) => {
                    tracing::warn!(%error, "plans that are due have not ended yet");
                    LONGEST_PAUSE
                }
            };
        }
    });
}

/// The result of one look at the ends of plans.
#[derive(Debug)]
pub struct Round {
    /// The number of plans that this process ended.
    pub ended: usize,
    /// The number of plans that were due: another process may have ended them.
    due: usize,
    /// The earliest end that was not due.
    next: Option<OffsetDateTime>,
}

impl Round {
    /// The time until the next look.
    fn pause(&self, now: OffsetDateTime) -> Duration {
        if self.due > self.ended {
            return LONGEST_PAUSE;
        }
        let until_next = self.next.map(|next| Duration::try_from(next - now).unwrap_or_default());
        until_next.unwrap_or(LONGEST_PAUSE).clamp(SHORTEST_PAUSE, LONGEST_PAUSE)
    }
}

/// Ends every plan that is due; one that fails does not keep the others.
pub async fn end_due(ctx: &Context) -> Result<Round, IdentityError> {
    let ends = ctx.bounded(earliest_ends(ctx)).await?;
    let now = ctx.now();
    let due = ends.partition_point(|(_, end)| *end <= now);
    let mut round = Round { ended: 0, due, next: ends.get(due).map(|(_, end)| *end) };
    for (organization, _) in ends.iter().take(due) {
        match ctx.db.within(LONGEST_CHANGE, end(ctx, *organization)).await {
            Ok(true) => round.ended += 1,
            Ok(false) => {}
            Err(error) => tracing::error!(%error, %organization, "a plan that is due did not end"),
        }
    }
    Ok(round)
}

/// The earliest ends of plans, with their organizations.
async fn earliest_ends(ctx: &Context) -> Result<Vec<(Uuid, OffsetDateTime)>, IdentityError> {
    let ends = sqlx::query_as(
        "SELECT organization_id, ends_at FROM plans WHERE ends_at IS NOT NULL
         ORDER BY ends_at LIMIT $1",
    )
    .bind(MOST_AT_ONCE)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    Ok(ends)
}

#[derive(sqlx::FromRow)]
struct Due {
    name: String,
    #[sqlx(flatten)]
    plan: PlanRow,
}

/// Returns the organization to the free plan, unless another process does, or an administrator has changed the end.
async fn end(ctx: &Context, organization: Uuid) -> Result<bool, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    // Both rows are locked: the condition is then checked on the newest version of the plan.
    let due: Option<Due> = sqlx::query_as(
        "SELECT o.name, p.type, p.ends_at
         FROM organizations AS o JOIN plans AS p ON p.organization_id = o.id
         WHERE o.id = $1 AND p.ends_at <= $2
         FOR NO KEY UPDATE SKIP LOCKED",
    )
    .bind(organization)
    .bind(ctx.now())
    .fetch_optional(&mut *tx)
    .await?;
    let Some(Due { name, plan }) = due else { return Ok(false) };
    let plan = plan.plan();
    let Some(ended_at) = plan.ends_at else { return Ok(false) };
    let version = plan::store(&mut tx, organization, Plan::FREE).await?;
    let action = AuditAction::OrganizationPlanEnded;
    let changes = plan.changes_to(Plan::FREE);
    let entry = Entry::of_organization(action, organization, &name, changes);
    audit::record(ctx, &mut tx, None, entry).await?;
    let ended = OrganizationPlanEnded {
        organization_id: organization.to_string(),
        plan: plan.plan_type.into(),
        ended_at: kit::clock::milliseconds(ended_at),
        version,
    };
    outbox::publish(&mut tx, &ended).await?;
    plan::publish(&mut tx, organization, Plan::FREE, version).await?;
    tx.commit().await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_the_next_end_and_no_longer_than_a_second() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let pause = |ended, due, next: Option<i64>| {
            let next = next.map(|after| now + time::Duration::milliseconds(after));
            Round { ended, due, next }.pause(now)
        };
        assert_eq!(pause(0, 0, None), LONGEST_PAUSE);
        assert_eq!(pause(2, 2, Some(300)), Duration::from_millis(300));
        assert_eq!(pause(0, 0, Some(86_400_000)), LONGEST_PAUSE);
        assert_eq!(pause(0, 0, Some(-5)), SHORTEST_PAUSE);
        assert_eq!(pause(1, 2, Some(300)), LONGEST_PAUSE, "another process or a failure");
    }
}
