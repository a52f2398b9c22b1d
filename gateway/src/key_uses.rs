//! The calls of API keys, counted by minute and reported to the service access.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use kit::clock::Clock;
use kit::error::Problem;
use kit::run::App;
use prometheus::IntCounter;
use proto::access::v1::access_keys_client::AccessKeysClient;
use proto::access::v1::{ApiKeyCalls, ReportApiKeyUseRequest};

use crate::call::failure::{Code, Failure};
use crate::reports::{self, Reported};
use crate::upstream::Channel;

/// The most keys with the minutes of their calls that wait for a report, as when the service is away.
const MOST_COUNTED: usize = 100_000;
/// The most that the service takes at a time.
const MOST_REPORTED: usize = 1_000;
const MINUTE: i64 = 60_000;

static DROPPED: LazyLock<IntCounter> = LazyLock::new(|| {
    prometheus::register_int_counter!(
        "gateway_key_calls_dropped_total",
        "Calls of API keys that are missing in their use because too many waited to be reported"
    )
    .expect("each metric is registered once, by its own static")
});

/// A key and a minute, in milliseconds.
type Minute = (Arc<str>, i64);

#[derive(Clone, Copy, Default)]
struct Count {
    calls: i64,
    refused: i64,
}

/// The calls since the last report.
pub struct KeyUses {
    counts: Mutex<HashMap<Minute, Count>>,
    clock: Clock,
}

/// A call with a key, counted when it is dropped.
pub struct KeyUse {
    uses: Arc<KeyUses>,
    key_id: Arc<str>,
    is_refused: bool,
}

impl KeyUses {
    /// No calls, and a task that reports those to come, the last ones at the stop.
    pub fn start(app: &App, access: &AccessKeysClient<Channel>) -> Arc<Self> {
        let uses = Arc::new(Self { counts: Mutex::default(), clock: app.clock.clone() });
        reports::start(app, KeyUseReports { uses: Arc::clone(&uses), access: access.clone() });
        uses
    }

    /// A call with a key that has begun.
    pub fn begin(self: &Arc<Self>, key_id: &Arc<str>) -> KeyUse {
        KeyUse { uses: Arc::clone(self), key_id: Arc::clone(key_id), is_refused: false }
    }

    fn add(&self, minute: Minute, count: Count) {
        let mut counts = self.lock();
        if counts.len() >= MOST_COUNTED && !counts.contains_key(&minute) {
            DROPPED.inc_by(count.calls.unsigned_abs());
            return;
        }
        let known = counts.entry(minute).or_default();
        known.calls += count.calls;
        known.refused += count.refused;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Minute, Count>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way of the uses to the service.
struct KeyUseReports {
    uses: Arc<KeyUses>,
    access: AccessKeysClient<Channel>,
}

impl Reported for KeyUseReports {
    type Report = ReportApiKeyUseRequest;
    const CONTENTS: &'static str = "the use of API keys";

    fn take(&self) -> Vec<ReportApiKeyUseRequest> {
        let counted: Vec<_> = mem::take(&mut *self.uses.lock()).into_iter().collect();
        let report = |part: &[(Minute, Count)]| {
            let calls = part.iter().map(|((key_id, minute_at), count)| ApiKeyCalls {
                key_id: key_id.to_string(),
                minute_at: *minute_at,
                calls: count.calls,
                refused: count.refused,
            });
            let report_id = kit::id::new().to_string();
            ReportApiKeyUseRequest { calls: calls.collect(), report_id }
        };
        counted.chunks(MOST_REPORTED).map(report).collect()
    }

    async fn send(&self, report: ReportApiKeyUseRequest) -> Result<(), Problem> {
        self.access.clone().report_api_key_use(report).await?;
        Ok(())
    }

    fn lose(&self, report: &ReportApiKeyUseRequest) {
        DROPPED.inc_by(report.calls.iter().map(|one| one.calls.unsigned_abs()).sum());
    }
}

impl KeyUse {
    /// Counts the call among the refused ones, if its key or its limits are the reason of a failure.
    pub fn note(&mut self, failure: &Failure) {
        let reasons = [Code::KeyInvalid, Code::Forbidden, Code::TooManyRequests];
        self.is_refused |= reasons.contains(&failure.code);
    }
}

impl Drop for KeyUse {
    fn drop(&mut self) {
        let now = self.uses.clock.now_milliseconds();
        let minute = (Arc::clone(&self.key_id), now - now.rem_euclid(MINUTE));
        self.uses.add(minute, Count { calls: 1, refused: self.is_refused.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses() -> Arc<KeyUses> {
        Arc::new(KeyUses { counts: Mutex::default(), clock: Clock::system() })
    }

    #[test]
    fn each_call_counts_once_and_refused_ones_apart() {
        let (uses, key_id) = (uses(), Arc::from("aaaaaaaa"));
        for code in [Code::Forbidden, Code::TooManyRequests, Code::ServiceUnavailable] {
            let mut one = uses.begin(&key_id);
            one.note(&Failure::new(code, "refused"));
        }
        drop(uses.begin(&key_id));
        let counts: Vec<_> = uses.lock().values().copied().collect();
        // A minute may have ended between them.
        let sum = |of: fn(&Count) -> i64| counts.iter().map(of).sum::<i64>();
        assert_eq!((sum(|count| count.calls), sum(|count| count.refused)), (4, 2));
    }

    #[test]
    fn the_memory_of_uses_is_bounded() {
        let uses = uses();
        let one = Count { calls: 1, refused: 0 };
        for number in 0..=MOST_COUNTED {
            uses.add((number.to_string().into(), 0), one);
        }
        uses.add(("0".into(), 0), one);
        assert_eq!(uses.lock().len(), MOST_COUNTED);
        assert_eq!(uses.lock()[&("0".into(), 0)].calls, 2);
    }
}
