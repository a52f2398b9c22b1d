//! Removes the rows of events sent or handled long ago from outbox and inbox, and reports the events that still
//! wait.

use std::sync::LazyLock;
use std::time::Duration;

use prometheus::{Gauge, IntGauge};

use crate::db::{Db, DbError};
use crate::run::App;

/// How far back a stream that lost its data can be restored.
const OUTBOX_DAYS: i32 = 7;
/// How long a repeated event is recognized.
const INBOX_DAYS: i32 = 30;
const REMOVED_AT_ONCE: i64 = 1_000;
const STATEMENT: Duration = Duration::from_secs(2);
const MEASURE: Duration = Duration::from_secs(5);
const CLEAN_EVERY: u32 = 120;

static OLDEST: LazyLock<Gauge> = LazyLock::new(|| {
    prometheus::register_gauge!(
        "outbox_oldest_seconds",
        "Age of the oldest event that waits to be sent"
    )
    .expect("the name is used once")
});
static PENDING: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!("outbox_pending", "Events that wait to be sent")
        .expect("the name is used once")
});

pub(crate) fn start(app: &App, db: Db) {
    let stopping = app.stopping();
    app.spawn("outbox.retention", async move {
        let mut ticks = tokio::time::interval(MEASURE);
        let mut until_cleaning = 0;
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = measure(&db).await {
                tracing::debug!(%error, "the outbox metrics cannot be read");
            }
            if until_cleaning == 0 {
                until_cleaning = CLEAN_EVERY;
                if let Err(error) = remove(&db).await {
                    tracing::warn!(%error, "old rows of outbox and inbox were not removed, retrying later");
                }
            }
            until_cleaning -= 1;
        }
    });
}

async fn measure(db: &Db) -> Result<(), DbError> {
    let (pending, oldest): (i64, Option<f64>) = db
        .within(STATEMENT, async {
            Ok::<_, DbError>(
                sqlx::query_as(
                    "SELECT count(*), extract(epoch FROM clock_timestamp() - min(created_at))::float8
                     FROM outbox WHERE published_at IS NULL",
                )
                .fetch_one(&mut *db.conn().await?)
                .await?,
            )
        })
        .await?;
    PENDING.set(pending);
    OLDEST.set(oldest.unwrap_or(0.0));
    Ok(())
}

/// Removes old rows in small batches, so that no lock is held for long.
async fn remove(db: &Db) -> Result<(), DbError> {
    let outbox = "DELETE FROM outbox WHERE id IN (
                      SELECT id FROM outbox WHERE published_at < now() - $1 * interval '1 day'
                      ORDER BY published_at LIMIT $2 FOR UPDATE SKIP LOCKED)";
    let inbox = "DELETE FROM inbox WHERE (consumer, event_id) IN (
                     SELECT consumer, event_id FROM inbox WHERE handled_at < now() - $1 * interval '1 day'
                     ORDER BY handled_at LIMIT $2 FOR UPDATE SKIP LOCKED)";
    for (statement, days) in [(outbox, OUTBOX_DAYS), (inbox, INBOX_DAYS)] {
        loop {
            let removed = db
                .within(STATEMENT, async {
                    let mut conn = db.conn().await?;
                    Ok::<_, DbError>(
                        sqlx::query(statement)
                            .bind(days)
                            .bind(REMOVED_AT_ONCE)
                            .execute(&mut *conn)
                            .await?
                            .rows_affected(),
                    )
                })
                .await?;
            if removed < REMOVED_AT_ONCE as u64 {
                break;
            }
        }
    }
    Ok(())
}
