//! The counters of rate limits: shared by all replicas, or of this process while Redis is unavailable.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redis::{Cmd, RedisError};
use tokio::time::Instant;

use super::RateLimits;
use super::portions::Share;
use super::quota::{Quota, Use};

/// The generic cell rate algorithm. Stores one moment per key, in microseconds: when the whole quota will be available
/// again. Takes as many of the wanted uses as are allowed, if they are no fewer than the least; answers their number, and the
/// time until that moment.
const TAKE: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window, uses, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local least = tonumber(ARGV[4])
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local taken = math.min(wanted, math.floor((now + window - used) * uses / window))
if taken < least then return {0, math.ceil(used - now)} end
local full = used + taken * window / uses
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1)
return {taken, math.ceil(full - now)}";
/// The same without a use: answers the time until the whole quota is available.
const READ: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
return {0, math.ceil(math.max(tonumber(redis.call('GET', KEYS[1]) or '0') - now, 0))}";
/// The most keys that a process counts itself; while all of them are in use, others are refused.
const MOST_COUNTED_KEYS: usize = 100_000;
const FORGET_EVERY: Duration = Duration::from_secs(1);
/// How long a Redis that did not answer in time is not asked again.
const LEFT_ALONE: Duration = Duration::from_millis(500);

/// The counters of this process.
#[derive(Debug, Default)]
pub(super) struct Local {
    keys: Mutex<Keys>,
}

#[derive(Debug, Default)]
struct Keys {
    /// When the whole quota of each will be available again.
    full: HashMap<String, Instant>,
    forgot: Option<Instant>,
}

impl RateLimits {
    /// Whether the key may be used once more: `limit` uses at once, replenished evenly over the window.
    /// Without Redis each process allows half of the limit.
    pub async fn limit(&self, key: &str, limit: u32, window: Duration) -> bool {
        self.take(key, Quota { uses: limit, window }).await.is_allowed
    }

    /// Uses the key once, if its quota allows it. A process takes up to a hundredth of a quota in advance for a key that is used
    /// often. Without Redis each process allows half of the quota.
    pub async fn take(&self, key: &str, quota: Quota) -> Use {
        if quota.uses == 0 {
            return Use { is_allowed: false, left: 0, next: quota.window, whole: quota.window };
        }
        let key = self.key(key);
        let wanted = match self.portions.take(&key, quota) {
            Share::OfPortion(used, next) => {
                if let Some(wanted) = next {
                    self.fetch_portion(key, quota, wanted);
                }
                return used;
            }
            Share::OfCounter(wanted) => wanted,
        };
        match self.ask(take_command(&key, quota, wanted, 1)).await {
            Ok((0, whole)) => quota.outcome(false, Duration::from_micros(whole)),
            Ok((taken, whole)) => {
                self.portions.keep(&key, quota, taken, 1, Duration::from_micros(whole))
            }
            Err(error) => {
                tracing::debug!(%error, "the limit is counted in this process");
                self.local.take(&key, quota.halved(), 1)
            }
        }
    }

    /// Uses the key a number of times if its quota allows all of them, and else not at all.
    pub async fn take_all(&self, key: &str, quota: Quota, uses: u32) -> Use {
        let key = self.key(key);
        if uses == 0 || quota.uses == 0 {
            return quota.outcome_of(uses, uses == 0, Duration::ZERO);
        }
        match self.ask(take_command(&key, quota, uses, uses)).await {
            Ok((taken, whole)) => {
                quota.outcome_of(uses, taken == uses, Duration::from_micros(whole))
            }
            Err(error) => {
                tracing::debug!(%error, "the limit is counted in this process");
                self.local.take(&key, quota.halved(), uses)
            }
        }
    }

    /// The quota of a key as it is left, without a use of it; none without Redis. Uses that processes have taken in advance count
    /// as made.
    pub async fn read(&self, key: &str, quota: Quota) -> Option<Use> {
        let mut read = redis::cmd("EVAL");
        read.arg(READ).arg(1).arg(self.key(key));
        let (_, whole) = self.ask(read).await.ok()?;
        Some(quota.outcome(true, Duration::from_micros(whole)))
    }

    /// Fetches the next portion of a key while the present one lasts.
    #[expect(
        clippy::disallowed_methods,
        reason = "it ends with its command, for which no stop waits"
    )]
    fn fetch_portion(&self, key: String, quota: Quota, wanted: u32) {
        let limits = self.clone();
        tokio::spawn(async move {
            // Without Redis calls find no portion, and are counted in this process.
            if let Ok((taken, whole)) = limits.ask(take_command(&key, quota, wanted, 1)).await
                && taken > 0
            {
                limits.portions.keep(&key, quota, taken, 0, Duration::from_micros(whole));
            }
        });
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "it ends with its command, for which no stop waits"
    )]
    async fn ask(&self, command: Cmd) -> Result<(u32, u64), RedisError> {
        let Some(timeout) = self.timeout else { return self.redis.ask(&command).await };
        let left_alone = *self.left_alone.lock().unwrap_or_else(PoisonError::into_inner);
        if left_alone.is_some_and(|until| until > Instant::now()) {
            return Err(std::io::Error::from(std::io::ErrorKind::NotConnected).into());
        }
        // On its own: a command that is given up here still ends, so that a dead connection is noticed and replaced.
        let redis = Arc::clone(&self.redis);
        let answer = tokio::spawn(async move { redis.ask(&command).await });
        if let Ok(Ok(answer)) = tokio::time::timeout(timeout, answer).await {
            return answer;
        }
        let mut until = self.left_alone.lock().unwrap_or_else(PoisonError::into_inner);
        *until = Some(Instant::now() + LEFT_ALONE);
        Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into())
    }
}

fn take_command(key: &str, quota: Quota, wanted: u32, least: u32) -> Cmd {
    let mut take = redis::cmd("EVAL");
    take.arg(TAKE).arg(1).arg(key);
    take.arg(quota.window.as_micros() as u64).arg(quota.uses).arg(wanted).arg(least);
    take
}

impl Local {
    fn take(&self, key: &str, quota: Quota, uses: u32) -> Use {
        let now = Instant::now();
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.full.len() >= MOST_COUNTED_KEYS && !keys.full.contains_key(key) {
            keys.forget(now);
            if keys.full.len() >= MOST_COUNTED_KEYS {
                return quota.outcome_of(uses, false, quota.window);
            }
        }
        let used = keys.full.get(key).copied().unwrap_or(now).max(now);
        let full = used + quota.interval() * uses;
        if full - now > quota.window {
            return quota.outcome_of(uses, false, used - now);
        }
        keys.full.insert(key.to_owned(), full);
        quota.outcome_of(uses, true, full - now)
    }
}

impl Keys {
    /// Forgets the keys whose quota is whole. Not with every use, as it looks at all of them.
    fn forget(&mut self, now: Instant) {
        if self.forgot.is_some_and(|last| now - last < FORGET_EVERY) {
            return;
        }
        self.forgot = Some(now);
        self.full.retain(|_, full| *full > now);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WINDOW: Duration = Duration::from_secs(40);

    fn quota(uses: u32) -> Quota {
        Quota { uses, window: WINDOW }
    }

    #[tokio::test(start_paused = true)]
    async fn a_local_limit_gives_back_evenly() {
        let local = Local::default();
        let take = |key| local.take(key, quota(4), 1);
        assert_eq!((0..6).filter(|_| take("a").is_allowed).count(), 4);
        let refused = take("a");
        assert_eq!((refused.left, refused.next), (0, Duration::from_secs(10)));
        assert_eq!(refused.whole, WINDOW);
        let other = take("b");
        assert_eq!((other.left, other.next), (3, Duration::ZERO));
        tokio::time::advance(Duration::from_secs(11)).await;
        assert!(take("a").is_allowed);
        assert_eq!(take("a").next, Duration::from_secs(9));
    }

    #[tokio::test(start_paused = true)]
    async fn many_uses_are_taken_together_or_not_at_all() {
        let local = Local::default();
        let take = |uses| local.take("a", quota(4), uses);
        assert!(take(3).is_allowed);
        let refused = take(2);
        assert_eq!((refused.is_allowed, refused.left), (false, 1));
        assert_eq!(refused.next, Duration::from_secs(10));
        assert!(take(1).is_allowed);
        assert!(!local.take("b", quota(4), 5).is_allowed);
    }

    #[tokio::test(start_paused = true)]
    async fn beyond_the_bound_new_keys_are_refused_until_others_are_forgotten() {
        let local = Local::default();
        for key in 0..MOST_COUNTED_KEYS {
            assert!(local.take(&key.to_string(), quota(4), 1).is_allowed);
        }
        assert!(!local.take("new", quota(4), 1).is_allowed, "never open");
        assert!(local.take("7", quota(4), 1).is_allowed, "known keys go on");
        assert_eq!(local.keys.lock().unwrap().full.len(), MOST_COUNTED_KEYS);
        tokio::time::advance(WINDOW).await;
        assert!(local.take("new", quota(4), 1).is_allowed);
        assert_eq!(local.keys.lock().unwrap().full.len(), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::testing::cases(24)))]

        /// The script at chosen moments, against a bucket that fills by the microsecond.
        #[test]
        fn the_script_is_a_bucket_that_fills_evenly(
            uses in 1_u64..20,
            interval in 100_000_000_u64..1_000_000_000,
            pauses in prop::collection::vec(0_u64..800_000_000, 1..60),
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let client = redis::Client::open(crate::testing::redis_url()).unwrap();
                let mut redis = client.get_multiplexed_async_connection().await.unwrap();
                let script = TAKE.replace("redis.call('TIME')", "{ARGV[5], ARGV[6]}");
                let (key, window) = (crate::id::new().to_string(), uses * interval);
                let quota = Quota { uses: uses as u32, window: Duration::from_micros(window) };
                let (mut now, mut bucket) = (1_700_000_000_000_000_u64, window);
                for pause in pauses {
                    // Half of the uses come at once.
                    let pause = if pause % 2 == 0 { 0 } else { pause };
                    now += pause;
                    bucket = window.min(bucket + pause);
                    let is_allowed = bucket >= interval;
                    bucket -= if is_allowed { interval } else { 0 };
                    let mut take = redis::cmd("EVAL");
                    take.arg(&script).arg(1).arg(&key).arg(window).arg(uses).arg(1).arg(1);
                    take.arg(now / 1_000_000).arg(now % 1_000_000);
                    let (allowed, whole): (u8, u64) = take.query_async(&mut redis).await.unwrap();
                    assert_eq!((allowed == 1, whole), (is_allowed, window - bucket));
                    let outcome = quota.outcome(is_allowed, Duration::from_micros(whole));
                    assert_eq!(u64::from(outcome.left), bucket / interval);
                    let next = Duration::from_micros(interval.saturating_sub(bucket));
                    assert_eq!(outcome.next, next);
                }
            });
        }
    }
}
