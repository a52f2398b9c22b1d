//! The counters of rate limits: shared by all replicas, or of this process while Redis is unavailable.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::RateLimits;

/// Stores one moment per key, in microseconds: when the whole limit will be available again.
const TAKE: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + window / limit
if full - now > window then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1)
return 1";
const REMEMBERED: usize = 100_000;

/// The counters of this process.
#[derive(Debug, Default)]
pub(super) struct Local {
    full: Mutex<HashMap<String, Instant>>,
}

impl RateLimits {
    /// Whether the key may be used once more: `limit` uses at once, replenished evenly over the window.
    /// Without Redis each process allows half of the limit.
    pub async fn limit(&self, key: &str, limit: u32, window: Duration) -> bool {
        if limit == 0 {
            return false;
        }
        let mut take = redis::cmd("EVAL");
        take.arg(TAKE)
            .arg(1)
            .arg(self.key(&format!("limit:{key}")))
            .arg(window.as_micros() as u64)
            .arg(limit);
        match self.redis.ask::<u8>(&take).await {
            Ok(allowed) => allowed == 1,
            Err(error) => {
                tracing::debug!(%error, "the limit is counted in this process");
                self.local.take(key, (limit / 2).max(1), window)
            }
        }
    }
}

impl Local {
    fn take(&self, key: &str, limit: u32, window: Duration) -> bool {
        let now = Instant::now();
        let mut all = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED {
            all.retain(|_, full| *full > now);
        }
        if all.len() >= REMEMBERED {
            return true;
        }
        let used = all.get(key).copied().unwrap_or(now).max(now);
        let full = used + window / limit;
        let allowed = full - now <= window;
        if allowed {
            all.insert(key.to_owned(), full);
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_local_limit_gives_back_evenly() {
        let local = Local::default();
        let window = Duration::from_secs(40);
        let taken = (0..6).filter(|_| local.take("a", 4, window)).count();
        assert_eq!(taken, 4);
        assert!(local.take("b", 4, window));
        tokio::time::advance(Duration::from_secs(11)).await;
        assert!(local.take("a", 4, window));
        assert!(!local.take("a", 4, window));
    }
}
