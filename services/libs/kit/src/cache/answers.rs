//! Cached answers: computed once for all concurrent callers, and served slightly old while they are renewed.

use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache as Flights;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Cache;
use crate::clock::Clock;

/// How long an answer is shared within the process, in addition to Redis.
const SHARED: Duration = Duration::from_secs(1);
/// An answer is cached this many times as long as it is fresh, so that it can be served while one caller renews it.
const STALE_FACTOR: u32 = 4;
const RENEWING: Duration = Duration::from_secs(5);
const AT_ONCE: u64 = 10_000;

#[derive(Serialize, Deserialize)]
struct CachedAnswer<T> {
    fresh_until: i64,
    answer: T,
}

pub(super) fn flights() -> Flights<String, Arc<str>> {
    Flights::builder().max_capacity(AT_ONCE).time_to_live(SHARED).build()
}

impl Cache {
    /// The cached answer of the key, or the one that `load` computes. Concurrent callers share one computation;
    /// failures are not cached.
    pub async fn get_or_load<T, E, F, R>(
        &self,
        key: &str,
        ttl: Duration,
        load: F,
    ) -> Result<T, Arc<E>>
    where
        T: Serialize + DeserializeOwned,
        E: Send + Sync + 'static,
        F: Fn() -> R,
        R: Future<Output = Result<T, E>>,
    {
        let key = self.key(&format!("answer:{key}"));
        let flight = async {
            if let Some(answer) = self.cached::<T>(&key).await {
                return Ok(text(&answer));
            }
            let answer = load().await?;
            self.store(&key, ttl, &answer).await;
            Ok(text(&answer))
        };
        let shared = self.flights.try_get_with(key.clone(), flight).await?;
        match serde_json::from_str(&shared) {
            Ok(answer) => Ok(answer),
            // Another type was cached under the same key.
            Err(_) => load().await.map_err(Arc::new),
        }
    }

    /// A cached answer, unless it is old and this caller is the one to renew it.
    async fn cached<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let text: Option<String> = self.answers.ask(redis::cmd("GET").arg(key)).await.ok()?;
        let cached: CachedAnswer<T> = serde_json::from_str(&text?).ok()?;
        if cached.fresh_until > Clock::system().now_milliseconds() {
            return Some(cached.answer);
        }
        let mut elect = redis::cmd("SET");
        elect.arg(format!("{key}:renewing")).arg(1).arg("NX").arg("PX");
        let elected: Option<String> =
            self.answers.ask(elect.arg(RENEWING.as_millis() as u64)).await.ok()?;
        elected.is_none().then_some(cached.answer)
    }

    async fn store<T: Serialize>(&self, key: &str, ttl: Duration, answer: &T) {
        // Answers that were computed together must not expire together.
        let ttl = ttl.mul_f64(rand::random_range(0.85..1.15));
        let fresh_until = Clock::system().now_milliseconds() + ttl.as_millis() as i64;
        let Ok(text) = serde_json::to_string(&CachedAnswer { fresh_until, answer }) else { return };
        let mut set = redis::cmd("SET");
        set.arg(key).arg(text).arg("PX").arg((ttl * STALE_FACTOR).as_millis() as u64);
        if let Err(error) = self.answers.ask::<()>(&set).await {
            tracing::debug!(%error, "the answer is not cached");
        }
    }
}

/// A value that cannot be written as JSON is computed by each caller.
fn text<T: Serialize>(answer: &T) -> Arc<str> {
    serde_json::to_string(answer).unwrap_or_default().into()
}
