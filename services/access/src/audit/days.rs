//! The days of the audit history: their hashes are published when they have ended, and their entries are removed 400 days later.

use std::time::Duration;

use kit::outbox;
use kit::run::App;
use proto::access::v1::AuditDayEnded;
use time::Date;

use crate::context::Context;
use crate::error::AccessError;
use crate::stamp;

const INTERVAL: Duration = Duration::from_mins(10);
const LONGEST_ROUND: Duration = Duration::from_mins(5);
/// After midnight, until the clocks of all processes have passed it.
const WAIT: time::Duration = time::Duration::hours(1);
/// The function `remove_audit_day` refuses to remove younger ones.
const KEPT: time::Duration = time::Duration::days(400);

/// Begins to look for days that have ended, for as long as the process runs.
pub fn start(app: &App, ctx: &Context) {
    let (ctx, stopping) = (ctx.clone(), app.stopping());
    app.spawn("days of the audit history", async move {
        let mut ticks = tokio::time::interval(INTERVAL);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = ctx.db.within(LONGEST_ROUND, Box::pin(look(&ctx))).await {
                tracing::warn!(%error, "a day of the audit history is not ended yet");
            }
        }
    });
}

/// Does all that is due.
pub async fn look(ctx: &Context) -> Result<(), AccessError> {
    end(ctx).await?;
    remove(ctx).await
}

/// Publishes the hashes of the days that have ended. From then on nothing is added to them.
async fn end(ctx: &Context) -> Result<(), AccessError> {
    let now = ctx.clock.now();
    let mut tx = ctx.db.tx().await?;
    stamp::wait_for_changes(&mut tx).await?;
    let mut ended: Vec<(Date, i64, Vec<u8>)> = sqlx::query_as(
        "UPDATE audit_days SET announced_at = $1 WHERE day < $2 AND announced_at IS NULL
         RETURNING day, entries, hash",
    )
    .bind(now)
    .bind((now - WAIT).date())
    .fetch_all(&mut *tx)
    .await?;
    ended.sort_unstable();
    for (day, entries, hash) in ended {
        let event = AuditDayEnded { day: day.to_string(), entries, hash: hex::encode(hash) };
        outbox::publish(&mut tx, &event).await?;
    }
    Ok(tx.commit().await?)
}

/// Removes the entries of old days, a day at a time, the oldest first.
async fn remove(ctx: &Context) -> Result<(), AccessError> {
    let before = (ctx.clock.now() - KEPT).date();
    loop {
        let mut tx = ctx.db.tx().await?;
        // Processes that look at the same time do it one after the other.
        stamp::wait_for_changes(&mut tx).await?;
        let oldest: Option<Date> = sqlx::query_scalar(
            "SELECT day FROM audit_days
             WHERE removed_at IS NULL AND announced_at IS NOT NULL AND day < $1
             ORDER BY day LIMIT 1",
        )
        .bind(before)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(oldest) = oldest else { return Ok(tx.rollback().await?) };
        sqlx::query("SELECT remove_audit_day($1)").bind(oldest).execute(&mut *tx).await?;
        tx.commit().await?;
    }
}
