//! The work on decisions in the background: calls enter the audit history, and everything is deleted after its time.

use std::time::Duration;

use kit::run::App;

use super::audited_calls;
use crate::applied_reports;
use crate::context::Context;
use crate::error::AccessError;
use crate::limits::{CALLS_KEPT, DAYS_OF_DECISIONS};

/// Each process does this; rows are locked or deleted once.
const INTERVAL: Duration = Duration::from_secs(30);
const LONGEST_ROUND: Duration = Duration::from_secs(30);

/// Begins the work, for as long as the process runs.
pub fn start(app: &App, ctx: &Context) {
    let (ctx, stopping) = (ctx.clone(), app.stopping());
    app.spawn("decisions", async move {
        let mut ticks = tokio::time::interval(INTERVAL);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = ctx.db.within(LONGEST_ROUND, Box::pin(round(&ctx))).await {
                tracing::warn!(%error, "calls are not in the audit history yet");
            }
        }
    });
}

/// Does all that is due.
pub async fn round(ctx: &Context) -> Result<(), AccessError> {
    while !audited_calls::record(ctx).await? {}
    delete_old(ctx).await?;
    applied_reports::forget(ctx).await
}

async fn delete_old(ctx: &Context) -> Result<(), AccessError> {
    let now = ctx.clock.now();
    let mut conn = ctx.db.conn().await?;
    sqlx::query("DELETE FROM decided_calls WHERE minute_at < $1 AND is_audited")
        .bind(now - CALLS_KEPT)
        .execute(&mut *conn)
        .await?;
    let first_day = (now - DAYS_OF_DECISIONS).date();
    for statement in
        ["DELETE FROM decision_counts WHERE day < $1", "DELETE FROM lost_decisions WHERE day < $1"]
    {
        sqlx::query(statement).bind(first_day).execute(&mut *conn).await?;
    }
    Ok(())
}
