//! The connection pool, configured so that a broken connection is closed and never lent.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, Executor as _, PgConnection, PgPool};
use tokio::time::Instant;

use super::DbConfig;

/// How long a check of a connection may take.
const PROBE: Duration = Duration::from_millis(500);
/// A connection that was idle longer than this is checked before it is used.
const TRUSTED: Duration = Duration::from_millis(250);
/// After a failure every connection is checked for this long.
const WARY: Duration = Duration::from_secs(5);
/// A backend keeps what it once planned and cached, up to 20 MB; pools shrink to what they need after a burst, because
/// connections are used in turn and none of them would become idle.
const LIFETIME_SECONDS: f64 = 3.0 * 60.0;

/// How long a connection takes to open: one that was begun before the login changed has the former one.
const OPENING: Duration = Duration::from_secs(2);

/// When something last happened; shared by all connections of a pool.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    start: Instant,
    at_milliseconds: Arc<AtomicI64>,
}

impl Occurrence {
    pub(super) fn none() -> Self {
        Self { start: Instant::now(), at_milliseconds: Arc::new(AtomicI64::new(i64::MIN)) }
    }

    pub(super) fn record(&self) {
        self.at_milliseconds.store(self.now(), Ordering::Relaxed);
    }

    /// How long ago it was; none if it never happened.
    fn ago(&self) -> Option<Duration> {
        let at = self.at_milliseconds.load(Ordering::Relaxed);
        (at != i64::MIN).then(|| Duration::from_millis((self.now() - at).max(0) as u64))
    }

    fn now(&self) -> i64 {
        self.start.elapsed().as_millis() as i64
    }
}

/// The options of every connection, with the limits that the server enforces.
pub(super) fn options(config: &DbConfig) -> PgConnectOptions {
    config.options.clone().options([
        ("statement_timeout", format!("{}ms", config.statement.as_millis())),
        ("idle_in_transaction_session_timeout", "10s".to_owned()),
        // Otherwise a statement whose connection was dropped would run until it has something to send.
        ("client_connection_check_interval", "500ms".to_owned()),
        ("TimeZone", "UTC".to_owned()),
    ])
}

/// A pool that connects when it is first used. Connections from before the last change of the login are not lent again.
pub(super) fn build(
    config: &DbConfig,
    last_failure: &Occurrence,
    last_change: &Occurrence,
) -> PgPool {
    let (before_acquire, after_release) = (last_failure.clone(), last_failure.clone());
    let last_change = last_change.clone();
    // Processes that start together must not renew their connections together.
    let lifetime = Duration::from_secs_f64(LIFETIME_SECONDS * rand::random_range(0.8..1.2));
    PgPoolOptions::new()
        .max_connections(config.pool)
        .min_connections(0)
        .acquire_timeout(config.acquire)
        .max_lifetime(lifetime)
        // An idle backend holds memory of the server; another connection takes milliseconds.
        .idle_timeout(Duration::from_secs(20))
        .test_before_acquire(false)
        .before_acquire(move |connection, meta| {
            let changed = last_change.ago().and_then(|ago| ago.checked_sub(OPENING));
            // An operator ends the sessions of a login that is replaced, and who borrowed one would fail.
            let is_former = changed.is_some_and(|ago| meta.age > ago);
            let is_failing = before_acquire.ago().is_some_and(|ago| ago < WARY);
            let check = meta.idle_for > TRUSTED || is_failing;
            let last_failure = before_acquire.clone();
            Box::pin(async move {
                if is_former {
                    Ok(false)
                } else if check {
                    answers(connection.ping(), &last_failure).await
                } else {
                    Ok(true)
                }
            })
        })
        .after_release(move |connection, _| {
            let last_failure = after_release.clone();
            Box::pin(clean(connection, last_failure))
        })
        .connect_lazy_with(options(config))
}

/// Ends an open transaction (launchbadge/sqlx#4393: a cancelled BEGIN leaves one behind). The
/// leading BEGIN keeps the usual case, none open, from writing a warning to the server's log.
async fn clean(
    connection: &mut PgConnection,
    last_failure: Occurrence,
) -> Result<bool, sqlx::Error> {
    answers(connection.execute(sqlx::raw_sql("BEGIN; ROLLBACK")), &last_failure).await
}

/// An error makes the pool drop the connection; closing it properly would wait on a dead link again.
async fn answers<T>(
    probe: impl Future<Output = Result<T, sqlx::Error>>,
    last_failure: &Occurrence,
) -> Result<bool, sqlx::Error> {
    match tokio::time::timeout(PROBE, probe).await {
        Ok(Ok(_)) => Ok(true),
        Ok(Err(error)) => {
            last_failure.record();
            Err(error)
        }
        Err(_) => {
            last_failure.record();
            Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into())
        }
    }
}
