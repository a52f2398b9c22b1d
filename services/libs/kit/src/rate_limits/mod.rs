//! Rate limits, counted in Redis for all replicas of a service, and in this process while Redis is lost.

mod counters;
mod link;
mod portions;
mod quota;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

pub use self::quota::{Quota, Use};
use crate::certificate_refusal::refused_certificate;
use crate::config::ConfigError;
use crate::replaceable_secret::ReplaceableSecret;
use crate::run::App;

/// The rate limits of the process; clones share its connection.
#[derive(Clone)]
pub struct RateLimits {
    redis: Arc<link::Link>,
    local: Arc<counters::Local>,
    portions: Arc<portions::Portions>,
    prefix: Arc<str>,
    /// How long a use waits for Redis; without it, as long as a command may take.
    timeout: Option<Duration>,
    /// Until when Redis is not asked, as it did not answer in time.
    left_alone: Arc<Mutex<Option<Instant>>>,
}

impl RateLimits {
    /// Connects when it is first used, with a readiness report named `redis`. The keys of a program begin with its name:
    /// its user of Redis may use no others.
    pub fn connect(
        app: &App,
        program: &str,
        url: impl Into<ReplaceableSecret>,
    ) -> Result<Self, ConfigError> {
        let limits = Self {
            redis: Arc::new(link::Link::new(url.into(), app.private_ca.clone())?),
            local: Arc::default(),
            portions: Arc::default(),
            prefix: format!("{program}:").into(),
            timeout: None,
            left_alone: Arc::default(),
        };
        let watched = Arc::clone(&limits.redis);
        app.health.watch("redis", move || {
            let link = Arc::clone(&watched);
            async move { link.ping().await.map_err(|error| reason(&error)) }
        });
        Ok(limits)
    }

    /// The same with another prefix before all keys, so that tests can share a server.
    #[cfg(feature = "testing")]
    #[must_use]
    pub fn with_prefix(mut self, prefix: &str) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// The same for work that is worth less than a wait: a use that Redis does not answer within this time is counted in
    /// this process.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self.left_alone = Arc::default();
        self
    }

    fn key(&self, key: &str) -> String {
        format!("{}limit:{key}", self.prefix)
    }
}

/// The reason of a failure, as an operator needs it.
fn reason(error: &redis::RedisError) -> String {
    let text = error.to_string();
    refused_certificate(&text).unwrap_or(text)
}
