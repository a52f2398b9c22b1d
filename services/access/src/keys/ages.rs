//! Announces the end of keys and those that nobody uses, disables the latter, and deletes what is kept for a while only.

use std::time::Duration;

use kit::api_key_limits::{KEY_EXPIRY_NOTICE, UNUSED_KEY_END, UNUSED_KEY_NOTICE};
use kit::run::App;
use proto::access::v1::{AccessAuditAction, ApiKeyStatus, Change};
use proto::codec::Text;
use time::OffsetDateTime;

use super::row::Row;
use super::save::{self, Author};
use crate::context::Context;
use crate::error::AccessError;
use crate::limits::{DAYS_OF_USE_KEPT, PLAN_REQUESTS_KEPT};
use crate::notices::add::{self, KeyNotice};

/// Each process looks this often: a key is marked when it is announced, so that looking again changes nothing.
const INTERVAL: Duration = Duration::from_hours(1);
const LONGEST_ROUND: Duration = Duration::from_mins(1);
/// The time between the notice and the end, also for a key whose notice was late.
const NOTICE_PERIOD: time::Duration = time::Duration::days(30);
/// Many times what a call takes that creates a key.
const ENDED_MEMBERSHIP_KEPT: time::Duration = time::Duration::days(1);

/// Begins to look, for as long as the process runs.
pub fn start(app: &App, ctx: &Context) {
    let (ctx, stopping) = (ctx.clone(), app.stopping());
    app.spawn("ages of keys", async move {
        let mut ticks = tokio::time::interval(INTERVAL);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = ctx.db.within(LONGEST_ROUND, look(&ctx)).await {
                tracing::warn!(%error, "keys that are not used are not announced yet");
            }
        }
    });
}

/// Does all that is due.
pub async fn look(ctx: &Context) -> Result<(), AccessError> {
    let now = ctx.clock.now();
    announce(
        ctx,
        "UPDATE api_keys SET unused_notice_at = $1
         WHERE status = 'active' AND expires_at > $1 AND successor_id IS NULL
             AND unused_since <= $2 AND unused_notice_at IS NULL RETURNING id",
        (now, now - UNUSED_KEY_NOTICE),
        KeyNotice::Unused,
    )
    .await?;
    // A key whose whole life is shorter needs no reminder.
    announce(
        ctx,
        "UPDATE api_keys SET expiry_notice_at = $1
         WHERE status = 'active' AND expires_at > $1 AND expires_at <= $2 AND successor_id IS NULL
             AND created_at < expires_at - ($2 - $1) AND expiry_notice_at IS NULL RETURNING id",
        (now, now + KEY_EXPIRY_NOTICE),
        KeyNotice::Expiring,
    )
    .await?;
    disable_unused(ctx, now).await?;
    sqlx::query("DELETE FROM api_key_use WHERE day < $1")
        .bind((now - DAYS_OF_USE_KEPT).date())
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    sqlx::query("DELETE FROM ended_memberships WHERE ended_at < $1")
        .bind(now - ENDED_MEMBERSHIP_KEPT)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    sqlx::query("DELETE FROM plan_requests WHERE requested_at < $1")
        .bind(now - PLAN_REQUESTS_KEPT)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}

/// Marks the keys of a statement and adds a mail for each.
async fn announce(
    ctx: &Context,
    statement: &'static str,
    (now, until): (OffsetDateTime, OffsetDateTime),
    notice: KeyNotice,
) -> Result<(), AccessError> {
    let mut tx = ctx.db.tx().await?;
    let ids: Vec<String> =
        sqlx::query_scalar(statement).bind(now).bind(until).fetch_all(&mut *tx).await?;
    for id in &ids {
        add::about_key(&mut tx, id, notice, None, now).await?;
    }
    Ok(tx.commit().await?)
}

async fn disable_unused(ctx: &Context, now: OffsetDateTime) -> Result<(), AccessError> {
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_installation(&mut tx, &ctx.clock).await?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT * FROM api_keys
         WHERE status = 'active' AND expires_at > $1 AND unused_since <= $2
             AND unused_notice_at <= $3
         ORDER BY id LIMIT 100 FOR UPDATE",
    )
    .bind(now)
    .bind(now - UNUSED_KEY_END)
    .bind(now - NOTICE_PERIOD)
    .fetch_all(&mut *tx)
    .await?;
    for before in rows {
        let status = ApiKeyStatus::Disabled.text().to_owned();
        let after = Row { status, ..before.clone() };
        let change = (AccessAuditAction::ApiKeyDisabled, Change::Ended);
        save::update(&mut tx, &author, (&before, after), change).await?;
        add::about_key(&mut tx, &before.id, KeyNotice::Disabled, None, now).await?;
    }
    Ok(tx.commit().await?)
}
