//! The mails about keys that are to be sent: written with the change that they announce, and sent until the mail server takes them.

use std::time::Duration;

use kit::db::Tx;
use kit::run::App;
use time::OffsetDateTime;
use uuid::Uuid;

use super::notice_mail::{self, Mails};
use super::row::Row;
use crate::context::Context;
use crate::error::AccessError;

const PAUSE: Duration = Duration::from_secs(10);
/// How long a round may take: each mail has a few seconds.
const LONGEST_ROUND: Duration = Duration::from_mins(2);
/// The seconds after the first failure; each later pause is twice as long, so that the last attempt is after a day and a half.
const FIRST_PAUSE: f64 = 60.0;
const MOST_ATTEMPTS: i32 = 12;

/// The news of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    Unused,
    Disabled,
    Expiring,
    Leaked,
    DisabledByAdministrator,
    EnabledByAdministrator,
    RevokedByAdministrator,
}

impl Notice {
    const ALL: [Self; 7] = [
        Self::Unused,
        Self::Disabled,
        Self::Expiring,
        Self::Leaked,
        Self::DisabledByAdministrator,
        Self::EnabledByAdministrator,
        Self::RevokedByAdministrator,
    ];

    /// The stored word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unused => "unused",
            Self::Disabled => "disabled",
            Self::Expiring => "expiring",
            Self::Leaked => "leaked",
            Self::DisabledByAdministrator => "disabled_by_administrator",
            Self::EnabledByAdministrator => "enabled_by_administrator",
            Self::RevokedByAdministrator => "revoked_by_administrator",
        }
    }
}

/// A mail that is due, with its key.
#[derive(sqlx::FromRow)]
struct Due {
    notice_id: Uuid,
    kind: String,
    found_at: Option<String>,
    attempts: i32,
    #[sqlx(flatten)]
    row: Row,
}

/// Adds a mail in the transaction of the change.
pub async fn add(
    tx: &mut Tx,
    key_id: &str,
    notice: Notice,
    found_at: Option<&str>,
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    sqlx::query(
        "INSERT INTO api_key_notices (id, key_id, kind, found_at, created_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $5)",
    )
    .bind(kit::id::new())
    .bind(key_id)
    .bind(notice.word())
    .bind(found_at)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Begins to send, for as long as the process runs.
pub fn start(app: &App, ctx: &Context, mails: Mails) {
    let (ctx, stopping) = (ctx.clone(), app.stopping());
    app.spawn("notices about keys", async move {
        let mut ticks = tokio::time::interval(PAUSE);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = ctx.db.within(LONGEST_ROUND, send_due(&ctx, &mails)).await {
                tracing::warn!(%error, "notices about keys are not sent yet");
            }
        }
    });
}

/// Sends every mail that is due; returns how many were taken by the mail server.
pub async fn send_due(ctx: &Context, mails: &Mails) -> Result<usize, AccessError> {
    let mut count = 0;
    while let Some(due) = next(ctx).await? {
        match send(ctx, mails, &due).await {
            Ok(()) => {
                count += 1;
                remove(ctx, due.notice_id).await?;
            }
            Err(cause) if due.attempts >= MOST_ATTEMPTS => {
                tracing::error!(cause, key = due.row.id, "a notice about a key was never sent");
                remove(ctx, due.notice_id).await?;
            }
            Err(cause) => {
                tracing::warn!(cause, attempt = due.attempts, "a notice about a key was not sent");
            }
        }
    }
    Ok(count)
}

/// Takes the next mail: until its next attempt is due, no other process takes it.
async fn next(ctx: &Context) -> Result<Option<Due>, AccessError> {
    let due = sqlx::query_as(
        "WITH due AS (
             UPDATE api_key_notices
             SET attempts = attempts + 1,
                 next_attempt_at = $1 + $2 * power(2, attempts) * interval '1 second'
             WHERE id = (SELECT id FROM api_key_notices WHERE next_attempt_at <= $1
                         ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING id, key_id, kind, found_at, attempts
         )
         SELECT due.id AS notice_id, due.kind, due.found_at, due.attempts, k.*
         FROM due JOIN api_keys AS k ON k.id = due.key_id",
    )
    .bind(ctx.clock.now())
    .bind(FIRST_PAUSE)
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    Ok(due)
}

async fn remove(ctx: &Context, id: Uuid) -> Result<(), AccessError> {
    sqlx::query("DELETE FROM api_key_notices WHERE id = $1")
        .bind(id)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}

/// Sends a mail to each owner; the failure names no address.
async fn send(ctx: &Context, mails: &Mails, due: &Due) -> Result<(), String> {
    let notice = Notice::ALL.into_iter().find(|notice| notice.word() == due.kind);
    let notice = notice.ok_or("the kind of the notice is unknown")?;
    let addresses = ctx.identity.addresses(due.row.user_id, due.row.organization_id).await;
    let addresses = addresses.map_err(|error| error.to_string())?;
    let mut failure = None;
    for address in addresses {
        let place = due.found_at.as_deref();
        if let Err(cause) = notice_mail::send(mails, &address, notice, (&due.row, place)).await {
            failure = Some(cause);
        }
    }
    failure.map_or(Ok(()), Err)
}
