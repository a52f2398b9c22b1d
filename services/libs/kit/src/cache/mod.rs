//! Redis for the counters of rate limits, which processes share.
//!
//! Losing it loses nothing: without Redis, limits are counted in this process.

mod link;
mod rate_limits;

use std::sync::Arc;

use crate::config::ConfigError;
use crate::run::App;

/// The counters of the process; clones share its connection.
#[derive(Clone)]
pub struct Cache {
    counters: Arc<link::Link>,
    local: Arc<rate_limits::Local>,
    prefix: Arc<str>,
}

impl Cache {
    /// Connects when it is first used, with a readiness report named `redis`.
    pub fn connect(app: &App, url: &str) -> Result<Self, ConfigError> {
        let cache = Self {
            counters: Arc::new(link::Link::new(url)?),
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
