//! The resources that every verb gets.

use std::time::Duration;

use kit::clock::Clock;
use kit::db::Db;
use kit::rate_limits::RateLimits;
use kit::run::App;
use kit::service::Host;
use time::OffsetDateTime;

use crate::config::Config;
use crate::error::IdentityError;
use crate::sign_in::oidc::providers::Providers;
use crate::teams::domain_access::txt_records::TxtRecords;

// Longer than a healthy database ever needs.
const DATABASE_DEADLINE: Duration = Duration::from_millis(1500);

/// The process, database, clock, rate limits, settings, providers and DNS of the service.
pub struct Context {
    /// Runs what goes on after a call was answered.
    pub app: App,
    pub db: Db,
    pub clock: Clock,
    pub rate_limits: RateLimits,
    pub config: Config,
    pub providers: Providers,
    pub txt_records: TxtRecords,
}

impl Context {
    /// The context of a process.
    pub fn new(config: Config, host: &Host) -> anyhow::Result<Self> {
        Ok(Self {
            app: host.app.clone(),
            db: host.db().clone(),
            clock: host.app.clock.clone(),
            rate_limits: host.rate_limits().clone(),
            providers: Providers::new(&config)?,
            txt_records: TxtRecords::new(config.dns_resolver),
            config,
        })
    }

    /// The present moment.
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// The moment after a duration.
    pub fn after(&self, time: Duration) -> OffsetDateTime {
        self.now().saturating_add(time.try_into().unwrap_or(time::Duration::MAX))
    }

    /// Counts one use of the key; returns whether it is within the limit.
    pub async fn limit(&self, key: &str, limit: u32, window: Duration) -> bool {
        self.rate_limits.limit(key, limit, window).await
    }

    /// Limits the time of database work in a call that also waits for other servers.
    pub async fn bounded<T>(
        &self,
        work: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<T, IdentityError> {
        self.db.within(DATABASE_DEADLINE, work).await
    }
}
