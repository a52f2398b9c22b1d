//! Limits how often users and addresses may make calls of each class; the pipeline asks it for every call.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderValue};
use kit::config::{ConfigError, Env, items};
use kit::rate_limits::{Quota, RateLimits, Use};
use kit::renewed::Renewed;
use kit::run::App;

use super::failure::{Code, Failure, RATE_LIMITED};
use super::principal::Principal;

/// A call does not wait longer for the shared counters; it is counted in this process then.
const PATIENCE: Duration = Duration::from_millis(250);

/// The classes of calls, each with limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RateClass {
    /// Requests for sign-in links, and visits of them.
    SignIn,
    /// Queries, sessions and feeds.
    Reading,
    /// Files.
    Downloading,
    /// Product events, and errors of the session client. Those beyond the limit are sampled, not refused.
    Tracking,
    /// Changes, and calls of administrators.
    Administration,
}

const CLASSES: [RateClass; 5] = [
    RateClass::SignIn,
    RateClass::Reading,
    RateClass::Downloading,
    RateClass::Tracking,
    RateClass::Administration,
];

/// The quotas of all classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rates {
    /// `RATES_PER_USER`: `class=calls/seconds`, separated by commas; those that are not named keep the default.
    pub per_user: BTreeMap<RateClass, Quota>,
    /// `RATES_PER_ADDRESS`: the same for everybody without a session at an address.
    pub per_address: BTreeMap<RateClass, Quota>,
}

/// Counts calls, with all replicas of the gateway.
pub struct RateLimiter {
    /// Off without.
    counters: Option<RateLimits>,
    rates: Rates,
}

/// A call that was counted.
#[derive(Clone, Debug)]
pub struct CountedCall {
    pub principal: Principal,
    /// Only events reach their procedure beyond the rate of their sender.
    pub is_over_rate: bool,
}

/// The counted calls of one request, for the headers of its answer.
#[derive(Default)]
pub struct RequestRates(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    by_class: BTreeMap<RateClass, (Quota, Use)>,
    /// Until a refused call would be allowed.
    retry_after: Option<Duration>,
}

impl RateClass {
    /// Its name in settings and headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::Reading => "reading",
            Self::Downloading => "downloading",
            Self::Tracking => "tracking",
            Self::Administration => "administration",
        }
    }
}

impl Rates {
    /// Reads the settings.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let per_user = env.text("RATES_PER_USER")?;
        let per_address = env.text("RATES_PER_ADDRESS")?;
        Ok(Self {
            per_user: changed(PER_USER, "RATES_PER_USER", per_user.as_deref())?,
            per_address: changed(PER_ADDRESS, "RATES_PER_ADDRESS", per_address.as_deref())?,
        })
    }

    fn quota(&self, class: RateClass, principal: &Principal) -> Quota {
        let quotas = match principal {
            Principal::User(_) => &self.per_user,
            Principal::Address(_) => &self.per_address,
        };
        quotas[&class]
    }
}

/// Calls and seconds, in the order of the classes. A page makes some dozens of calls when it is first loaded: even many
/// pages at once are far below the limits of reading.
const PER_USER: [(u32, u64); 5] = [(60, 300), (1_200, 60), (60, 60), (120, 60), (300, 60)];
/// An address may be that of a whole office.
const PER_ADDRESS: [(u32, u64); 5] = [(100, 300), (3_000, 60), (60, 60), (300, 60), (300, 60)];

fn changed(
    defaults: [(u32, u64); 5],
    name: &str,
    text: Option<&str>,
) -> Result<BTreeMap<RateClass, Quota>, ConfigError> {
    let quota = |(uses, seconds)| Quota { uses, window: Duration::from_secs(seconds) };
    let mut quotas: BTreeMap<_, _> = CLASSES.into_iter().zip(defaults.map(quota)).collect();
    for item in items(text.unwrap_or_default()) {
        let (class, quota) = parse(item).ok_or_else(|| {
            let names = CLASSES.map(RateClass::name).join(", ");
            let problem = format!(
                "contains {item:?} (expected class=calls/seconds, both at least 1; classes: {names})"
            );
            ConfigError::new(name, problem)
        })?;
        quotas.insert(class, quota);
    }
    Ok(quotas)
}

fn parse(item: &str) -> Option<(RateClass, Quota)> {
    let (class, quota) = item.split_once('=')?;
    let (uses, seconds) = quota.split_once('/')?;
    let class = CLASSES.into_iter().find(|known| known.name() == class.trim())?;
    let (uses, seconds): (u32, u32) = (uses.trim().parse().ok()?, seconds.trim().parse().ok()?);
    // A day at most: counters are no archive.
    if uses == 0 || !(1..=86_400).contains(&seconds) {
        return None;
    }
    Some((class, Quota { uses, window: Duration::from_secs(seconds.into()) }))
}

impl RateLimiter {
    /// Counts in this Redis; without one nothing is limited.
    pub fn connect(app: &App, redis: Option<&Renewed>, rates: Rates) -> Result<Self, ConfigError> {
        let connect = |url| RateLimits::connect(app, "gateway", url);
        let counters = redis.map(connect).transpose()?;
        Ok(Self { counters: counters.map(|counters| counters.with_patience(PATIENCE)), rates })
    }

    /// Counts a call, and refuses it beyond the quota of its class.
    pub async fn admit(
        &self,
        class: RateClass,
        principal: &Principal,
        request: &RequestRates,
    ) -> Result<(), Failure> {
        let Some(counters) = &self.counters else { return Ok(()) };
        let quota = self.rates.quota(class, principal);
        let taken = counters.take(&format!("{}:{principal}", class.name()), quota).await;
        request.note(class, quota, taken);
        if taken.is_allowed {
            return Ok(());
        }
        let seconds = seconds(taken.next);
        let message = format!("Too many requests; try again in {seconds} s");
        let refused = Failure::new(Code::TooManyRequests, message);
        Err(Failure { reason: Some(RATE_LIMITED.into()), ..refused })
    }
}

impl RequestRates {
    fn note(&self, class: RateClass, quota: Quota, taken: Use) {
        let mut counted = self.lock();
        // Calls of one request are answered side by side: the one that left least was the last.
        let known = counted.by_class.get(&class);
        if known.is_none_or(|(_, known)| taken.left <= known.left) {
            counted.by_class.insert(class, (quota, taken));
        }
        if !taken.is_allowed && class != RateClass::Tracking {
            counted.retry_after = counted.retry_after.max(Some(taken.next));
        }
    }

    /// Adds what is left (draft-ietf-httpapi-ratelimit-headers), and when to try again after a refusal.
    pub fn write(&self, headers: &mut HeaderMap) {
        let counted = self.lock();
        let list = |item: &dyn Fn(&str, &Quota, &Use) -> String| {
            let classes = counted.by_class.iter();
            let items = classes.map(|(class, (quota, taken))| item(class.name(), quota, taken));
            HeaderValue::try_from(items.collect::<Vec<_>>().join(", "))
        };
        let policy = list(&|name, quota, _| {
            format!("\"{name}\";q={};w={}", quota.uses, quota.window.as_secs())
        });
        let limit = list(&|name, _, taken| {
            format!("\"{name}\";r={};t={}", taken.left, seconds(taken.whole))
        });
        if counted.by_class.is_empty() {
            return;
        }
        if let (Ok(policy), Ok(limit)) = (policy, limit) {
            headers.insert("ratelimit-policy", policy);
            headers.insert("ratelimit", limit);
        }
        if let Some(after) = counted.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds(after)));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whole seconds, at least one.
fn seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1_000).max(1) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(per_user: &str) -> Result<Rates, ConfigError> {
        Rates::from_env(&mut Env::default().with("RATES_PER_USER", per_user))
    }

    #[test]
    fn settings_change_the_classes_that_they_name() {
        let usual = rates("").unwrap();
        let changed = rates("reading=5/10, tracking=1/86400,").unwrap();
        let reading = Quota { uses: 5, window: Duration::from_secs(10) };
        assert_eq!(changed.per_user[&RateClass::Reading], reading);
        assert_eq!(
            changed.per_user[&RateClass::Downloading],
            usual.per_user[&RateClass::Downloading]
        );
        assert_eq!(changed.per_address, usual.per_address);
        for wrong in ["reading", "reading=5", "reading=0/10", "reading=5/0", "writing=5/10", "5/10"]
        {
            let error = rates(wrong).unwrap_err().to_string();
            assert!(error.starts_with("setting RATES_PER_USER contains"), "{error}");
        }
    }

    #[test]
    fn no_first_load_of_a_page_reaches_the_limits_of_reading() {
        let usual = rates("").unwrap();
        for quotas in [&usual.per_user, &usual.per_address] {
            // Twenty of the largest batches at once.
            assert!(quotas[&RateClass::Reading].uses >= 1_000);
        }
    }

    #[test]
    fn headers_say_what_is_left() {
        let request = RequestRates::default();
        let mut headers = HeaderMap::new();
        request.write(&mut headers);
        assert!(headers.is_empty(), "nothing was counted");
        let quota = Quota { uses: 10, window: Duration::from_mins(1) };
        let taken = |is_allowed, left, next| Use {
            is_allowed,
            left,
            next: Duration::from_millis(next),
            whole: Duration::from_millis(30_001),
        };
        request.note(RateClass::Reading, quota, taken(true, 4, 0));
        request.note(RateClass::Reading, quota, taken(true, 5, 0));
        request.note(RateClass::Tracking, quota, taken(false, 0, 9_000));
        request.write(&mut headers);
        assert_eq!(headers["ratelimit-policy"], "\"reading\";q=10;w=60, \"tracking\";q=10;w=60");
        assert_eq!(headers["ratelimit"], "\"reading\";r=4;t=31, \"tracking\";r=0;t=31");
        assert!(!headers.contains_key(RETRY_AFTER), "events are sampled, not refused");
        request.note(RateClass::Reading, quota, taken(false, 0, 5_500));
        request.write(&mut headers);
        assert_eq!(headers[RETRY_AFTER], "6");
    }
}
