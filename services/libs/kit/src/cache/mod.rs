//! Redis for data that can be recomputed: slow answers and the counters of rate limits.
//!
//! Losing it loses nothing: without Redis, answers are computed and limits are counted in this process.

mod answers;
mod link;
mod rate_limits;

use std::sync::Arc;

use moka::future::Cache as Flights;

use crate::config::ConfigError;
use crate::run::App;

/// The cache of the process; clones share its connections.
#[derive(Clone)]
pub struct Cache {
    answers: Arc<link::Link>,
    counters: Arc<link::Link>,
    flights: Flights<String, Arc<str>>,
    local: Arc<rate_limits::Local>,
    prefix: Arc<str>,
}

impl Cache {
    /// Connects when it is first used, with a readiness report named `redis`. Counters have a connection
    /// of their own, so that a slow answer does not hold up a limit.
    pub fn connect(app: &App, url: &str) -> Result<Self, ConfigError> {
        let cache = Self {
            answers: Arc::new(link::Link::new(url)?),
            counters: Arc::new(link::Link::new(url)?),
            flights: answers::flights(),
            local: Arc::default(),
            prefix: "".into(),
        };
        let watched = Arc::clone(&cache.counters);
        app.health.watch("redis", move || {
            let link = Arc::clone(&watched);
            async move { link.ping().await.map_err(|error| error.to_string()) }
        });
        Ok(cache)
    }

    /// The same cache with a prefix before all keys.
    #[must_use]
    pub fn with_prefix(mut self, prefix: &str) -> Self {
        self.prefix = prefix.into();
        self
    }

    fn key(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }
}
