//! What every verb works with.

use std::time::Duration;

use kit::cache::Cache;
use kit::clock::Clock;
use kit::db::Db;
use kit::service::Host;
use time::OffsetDateTime;

use crate::config::Config;
use crate::error::IdentityError;
use crate::sign_in::oidc::providers::Providers;

// What a database that is well never needs.
const DATABASE_DEADLINE: Duration = Duration::from_millis(1500);

/// The service's own things, handed to each verb.
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    pub cache: Cache,
    pub config: Config,
    pub providers: Providers,
}

impl Context {
    /// Puts it together for a process.
    pub fn new(config: Config, host: &Host) -> anyhow::Result<Self> {
        Ok(Self {
            db: host.db().clone(),
            clock: host.app.clock.clone(),
            cache: host.cache().clone(),
            providers: Providers::new(&config)?,
            config,
        })
    }

    /// The present moment.
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// The moment that lies a time ahead.
    pub fn after(&self, time: Duration) -> OffsetDateTime {
        self.now().saturating_add(time.try_into().unwrap_or(time::Duration::MAX))
    }

    /// Counts one use of the key; whether it is within the limit.
    pub async fn limit(&self, key: &str, limit: u32, window: Duration) -> bool {
        self.cache.limit(key, limit, window).await
    }

    /// Bounds work on the database within a call that also waits for others.
    pub async fn bounded<T>(
        &self,
        work: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<T, IdentityError> {
        self.db.within(DATABASE_DEADLINE, work).await
    }
}
