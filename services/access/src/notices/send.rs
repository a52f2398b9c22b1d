//! Sends the mails that are due, again and again until the mail server takes them.

use std::time::Duration;

use kit::run::App;
use time::OffsetDateTime;
use uuid::Uuid;

use super::mail::{self, Letter, Mails};
use crate::context::Context;
use crate::error::AccessError;
use crate::{keys, plans};

const PAUSE: Duration = Duration::from_secs(10);
/// How long a round may take: each mail has a few seconds.
const LONGEST_ROUND: Duration = Duration::from_mins(2);
/// The seconds after the first failure; each later pause is twice as long, so that the last attempt is after a day and a half.
const FIRST_PAUSE: f64 = 60.0;
const MOST_ATTEMPTS: i32 = 12;

/// A mail that is due.
#[derive(sqlx::FromRow)]
struct Due {
    id: Uuid,
    key_id: Option<String>,
    plan_request_id: Option<Uuid>,
    kind: String,
    found_at: Option<String>,
    attempts: i32,
}

/// Begins to send, for as long as the process runs.
pub fn start(app: &App, ctx: &Context, mails: Mails) {
    let (ctx, stopping) = (ctx.clone(), app.stopping());
    app.spawn("notices", async move {
        let mut ticks = tokio::time::interval(PAUSE);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            let round = Box::pin(send_due(&ctx, &mails));
            if let Err(error) = ctx.db.within(LONGEST_ROUND, round).await {
                tracing::warn!(%error, "notices are not sent yet");
            }
        }
    });
}

/// Sends every mail that is due; returns how many were taken by the mail server.
pub async fn send_due(ctx: &Context, mails: &Mails) -> Result<usize, AccessError> {
    let mut count = 0;
    while let Some(due) = next(ctx, ctx.clock.now()).await? {
        match Box::pin(send(ctx, mails, &due)).await {
            Ok(()) => {
                count += 1;
                remove(ctx, due.id).await?;
            }
            Err(cause) if due.attempts >= MOST_ATTEMPTS => {
                tracing::error!(cause, kind = due.kind, "a notice was never sent");
                remove(ctx, due.id).await?;
            }
            Err(cause) => {
                tracing::warn!(cause, attempt = due.attempts, "a notice was not sent");
            }
        }
    }
    Ok(count)
}

/// Takes the next mail: until its next attempt is due, no other process takes it.
async fn next(ctx: &Context, now: OffsetDateTime) -> Result<Option<Due>, AccessError> {
    let due = sqlx::query_as(
        "UPDATE notices
         SET attempts = attempts + 1,
             next_attempt_at = $1 + $2 * power(2, attempts) * interval '1 second'
         WHERE id = (SELECT id FROM notices WHERE next_attempt_at <= $1
                     ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, key_id, plan_request_id, kind, found_at, attempts",
    )
    .bind(now)
    .bind(FIRST_PAUSE)
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    Ok(due)
}

async fn remove(ctx: &Context, id: Uuid) -> Result<(), AccessError> {
    sqlx::query("DELETE FROM notices WHERE id = $1")
        .bind(id)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}

async fn send(ctx: &Context, mails: &Mails, due: &Due) -> Result<(), String> {
    // What the mail is about may be gone since the mail was taken.
    match Box::pin(write(ctx, mails, due)).await.map_err(|error| error.to_string())? {
        Some(letter) => mail::send(mails, &letter).await,
        None => Ok(()),
    }
}

async fn write(ctx: &Context, mails: &Mails, due: &Due) -> Result<Option<Letter>, AccessError> {
    let Due { key_id, plan_request_id, kind, found_at, .. } = due;
    if let Some(key_id) = key_id {
        return keys::notice_mail::write(
            ctx,
            mails,
            (key_id.as_str(), kind.as_str(), found_at.as_deref()),
        )
        .await;
    }
    match plan_request_id {
        Some(request_id) => {
            plans::notice_mail::write(ctx, mails, (*request_id, kind.as_str())).await
        }
        None => Ok(None),
    }
}
