//! Checks the records of proved claims again and again, and rewrites claims of earlier releases in ASCII.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use kit::run::App;
use uuid::Uuid;

use super::claims::{self, Claim};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// How often the job looks for claims that are due.
const RECHECK_INTERVAL: Duration = Duration::from_mins(10);
const MOST_CLAIMS: i64 = 64;
const AT_ONCE: usize = 8;

/// Begins to check, for as long as the process runs.
pub fn start(app: &App, ctx: Arc<Context>) {
    let stopping = app.stopping();
    app.spawn("checks of domains", async move {
        let mut ticks = tokio::time::interval(RECHECK_INTERVAL);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            let rewritten = stopping.run_until_cancelled(Box::pin(rewrite_in_ascii(&ctx))).await;
            if let Some(Err(error)) = rewritten {
                tracing::warn!(%error, "claims of domains are not rewritten for now");
            }
            let checks = stopping.run_until_cancelled(check_due(&ctx)).await;
            if let Some(Err(error)) = checks {
                tracing::warn!(%error, "domains are not checked for now");
            }
        }
    });
}

/// Rewrites claims that earlier releases did not keep in ASCII. Until then their teams are not offered.
pub async fn rewrite_in_ascii(ctx: &Context) -> Result<(), IdentityError> {
    let organizations: Vec<Uuid> = ctx
        .bounded(async {
            let found = sqlx::query_scalar(
                "SELECT organization_id FROM domain_claims
                 WHERE octet_length(domain) > char_length(domain) LIMIT $1",
            )
            .bind(MOST_CLAIMS)
            .fetch_all(&mut *ctx.db.conn().await?)
            .await?;
            Ok(found)
        })
        .await?;
    for organization in organizations {
        ctx.bounded(async {
            let mut tx = ctx.db.tx().await?;
            if access::lock(&mut tx, organization).await?.is_some() {
                claims::rewrite_in_ascii(&mut tx, organization).await?;
                tx.commit().await?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// Checks the claims that are due, the longest overdue first; returns how many.
pub async fn check_due(ctx: &Context) -> Result<usize, IdentityError> {
    let due = ctx.bounded(take_due(ctx)).await?;
    let count = due.len();
    let mut checks = futures::stream::iter(due)
        .map(|claim| async move { check(ctx, &claim).await })
        .buffer_unordered(AT_ONCE);
    while let Some(checked) = checks.next().await {
        if let Err(error) = checked {
            tracing::warn!(%error, "the check of a domain is not written down");
        }
    }
    Ok(count)
}

/// Each claim is taken by one replica, which checks it at once; if it dies before, the check follows later.
async fn take_due(ctx: &Context) -> Result<Vec<Claim>, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let due = sqlx::query_as(
        "UPDATE domain_claims AS c SET next_check_at = $2
         FROM (SELECT organization_id FROM domain_claims WHERE next_check_at <= $1
               ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED) AS due
         WHERE c.organization_id = due.organization_id
         RETURNING c.*",
    )
    .bind(ctx.now())
    .bind(ctx.after(claims::CHECK_RETRY))
    .bind(MOST_CLAIMS)
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(due)
}

async fn check(ctx: &Context, claim: &Claim) -> Result<(), IdentityError> {
    let result = ctx.txt_records.check(&claim.domain, &claim.token).await;
    ctx.bounded(async {
        let mut tx = ctx.db.tx().await?;
        if access::lock(&mut tx, claim.organization_id).await?.is_some() {
            let checked = claims::record(ctx, &mut tx, claim, result).await?;
            tx.commit().await?;
            if checked.is_some_and(|checked| !checked.is_proved()) {
                tracing::info!(domain = claim.domain, "the proof of a domain has ended");
            }
        }
        Ok(())
    })
    .await
}
