//! The database of a service: connections, transactions and their failures.

mod config;
mod error;
mod gate;
mod guard;
mod lease;
mod limits;
mod lookup;
pub(crate) mod migrate;
mod pool;

use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use prometheus::Histogram;
#[cfg(feature = "bus")]
use sqlx::postgres::PgListener;
use sqlx::{AssertSqlSafe, Connection as _, PgPool, SqlSafeStr as _};
use tokio::time::Instant;
use tonic::{Response, Status};

pub use config::DbConfig;
pub use error::DbError;
pub use guard::{Conn, Tx};
pub use lease::Lease;
pub use lookup::Lookup;
pub use migrate::migrate;

use crate::certificate_refusal::CertificateRefusal;
use crate::error::Problem;
use crate::private_ca::PrivateCa;
use crate::replaceable_secret::ReplaceableSecret;
use crate::run::App;

static POOL_WAIT: LazyLock<Histogram> = LazyLock::new(|| {
    prometheus::register_histogram!(
        "db_pool_wait_seconds",
        "How long callers waited for a database connection",
        vec![0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0]
    )
    .expect("the name is used once")
});

/// The database of the process.
#[derive(Clone)]
pub struct Db {
    app: App,
    config: DbConfig,
    pool: PgPool,
    gate: Arc<gate::Gate>,
    last_failure: pool::Occurrence,
    /// When the login or the authority was last replaced.
    last_change: pool::Occurrence,
    certificate: CertificateRefusal,
    /// The login and the authority that connections of the pool use.
    settings: Arc<Mutex<ConnectionSettings>>,
}

/// The address and the certificates of an authority, which may be replaced while the process runs.
#[derive(PartialEq, Eq)]
struct ConnectionSettings(Option<Arc<str>>, Option<Arc<str>>);

impl ConnectionSettings {
    fn now(config: &DbConfig, private_ca: &PrivateCa) -> Self {
        Self(config.address.as_ref().map(ReplaceableSecret::now), private_ca.pem())
    }
}

impl Db {
    /// A pool that connects when it is first used, with a readiness check named `postgres`.
    pub fn connect(app: &App, config: &DbConfig) -> Self {
        let db = Self::pooled(app, config);
        app.health.check("postgres", db.pinging());
        db
    }

    /// The same for a process that can do without it for a while: it is reported, but does not affect readiness.
    pub fn connect_optional(app: &App, config: &DbConfig) -> Self {
        let db = Self::pooled(app, config);
        app.health.watch("postgres", db.pinging());
        db
    }

    fn pooled(app: &App, config: &DbConfig) -> Self {
        let settings = ConnectionSettings::now(config, &app.private_ca);
        let config = config.renewed(&app.private_ca);
        let (last_failure, last_change) = (pool::Occurrence::none(), pool::Occurrence::none());
        Self {
            app: app.clone(),
            pool: pool::build(&config, &last_failure, &last_change),
            gate: Arc::new(gate::Gate::new(config.pool)),
            config,
            last_failure,
            last_change,
            certificate: CertificateRefusal::new("the database"),
            settings: Arc::new(Mutex::new(settings)),
        }
    }

    /// Lets connections log in, and trust authorities, as the settings say by now.
    fn renew(&self) {
        let now = ConnectionSettings::now(&self.config, &self.app.private_ca);
        let mut settings = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        if *settings != now {
            *settings = now;
            let config = self.config.renewed(&self.app.private_ca);
            self.pool.set_connect_options(pool::options(&config));
            self.last_change.record();
            tracing::info!("the login of the database has changed");
        }
    }

    fn pinging(&self) -> impl Fn() -> BoxFuture<'static, Result<(), String>> + use<> {
        let db = self.clone();
        move || {
            let db = db.clone();
            async move { db.ping().await.map_err(|error| error.reason()) }.boxed()
        }
    }

    /// A connection for single statements.
    pub async fn conn(&self) -> Result<Conn, DbError> {
        self.renew();
        let start = Instant::now();
        let deadline = start + self.config.acquire;
        let place = self.gate.enter(deadline).await?;
        let acquired = tokio::time::timeout_at(deadline, self.pool.acquire()).await;
        POOL_WAIT.observe(start.elapsed().as_secs_f64());
        match acquired.unwrap_or(Err(sqlx::Error::PoolTimedOut)) {
            Ok(connection) => {
                self.gate.found();
                self.certificate.connected();
                Ok(Conn { connection, place })
            }
            Err(error) => {
                drop(place);
                Err(self.lost(error))
            }
        }
    }

    /// A transaction; the only way to begin one. The server ends a statement of it that outlives the
    /// caller's deadline.
    pub async fn tx(&self) -> Result<Tx, DbError> {
        // A cancelled BEGIN would leave an open transaction in the pool (launchbadge/sqlx#4393): the
        // task finishes it, and rolls it back when the caller has gone.
        let db = self.clone();
        let limit = self.config.statement.min(crate::grpc::remaining());
        let begun = self.app.spawn_call(async move { db.begin(limit).await });
        begun.await.unwrap_or(Err(DbError::Away(sqlx::Error::WorkerCrashed)))
    }

    async fn begin(&self, limit: Duration) -> Result<Tx, DbError> {
        let Conn { connection, place } = self.conn().await?;
        let begin = format!("BEGIN; SET LOCAL statement_timeout = {}", limit.as_millis().max(1));
        let begun = sqlx::Transaction::begin(connection, Some(AssertSqlSafe(begin).into_sql_str()));
        match tokio::time::timeout(self.config.acquire, begun).await {
            Ok(Ok(transaction)) => Ok(Tx { transaction, place, entries: Vec::new() }),
            Ok(Err(error)) => Err(self.lost(error)),
            Err(_) => Err(self.lost(sqlx::Error::PoolTimedOut)),
        }
    }

    /// A read-only transaction that sees one moment of the data. `limit` replaces the pool's time limit for a statement,
    /// because reading whole tables takes longer than a caller would wait.
    pub async fn snapshot(&self, limit: Duration) -> Result<Tx, DbError> {
        let mut tx = self.tx().await?;
        let limit = limit.as_millis().max(1);
        let begin = format!(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL statement_timeout = {limit}"
        );
        sqlx::raw_sql(AssertSqlSafe(begin)).execute(&mut *tx).await?;
        Ok(tx)
    }

    /// Answers a call with the outcome of a verb that uses the database: within what is left of the caller's time, with one
    /// log line for a failure, and with a status that does not reveal its cause.
    pub async fn answer<T, E>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, E>>,
    ) -> Result<Response<T>, Status>
    where
        E: From<DbError> + Into<Problem>,
    {
        let time = crate::grpc::remaining().saturating_sub(limits::TIME_TO_ANSWER);
        crate::grpc::answer(call, self.within(time, verb)).await
    }

    /// Limits the time of work on the database. Dropped work closes its connection.
    pub async fn within<T, E: From<DbError>>(
        &self,
        time: Duration,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        tokio::time::timeout(time, work).await.unwrap_or_else(|_| {
            self.last_failure.record();
            Err(DbError::Timeout.into())
        })
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), DbError> {
        let mut conn = self.conn().await?;
        self.within(Duration::from_secs(1), async { Ok(conn.ping().await?) }).await
    }

    /// A separate connection that receives notifications.
    #[cfg(feature = "bus")]
    pub(crate) async fn listen(&self, channel: &str) -> Result<PgListener, DbError> {
        let options = pool::options(&self.config.renewed(&self.app.private_ca));
        let pool = sqlx::postgres::PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(self.config.acquire)
            .connect_lazy_with(options);
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(channel).await?;
        Ok(listener)
    }

    fn lost(&self, error: sqlx::Error) -> DbError {
        self.last_failure.record();
        self.certificate.failed(&error.to_string());
        let error = DbError::from(error);
        if matches!(error, DbError::Away(_))
            && let Some(reopen) = self.gate.lost()
        {
            self.app.spawn("db.reopen", reopen);
        }
        error
    }
}
