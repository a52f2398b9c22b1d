//! Limits how often users and addresses may make calls of each class; the pipeline asks it for every call.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use kit::config::ConfigError;
use kit::rate_limits::{Quota, RateLimits, Use};
use kit::replaceable_secret::ReplaceableSecret;
use kit::run::App;
use policy::Limits as DataLimits;

use super::caller::Authenticated;
use super::exceeded_rate::{ExceededRate, seconds};
use super::failure::Failure;
use super::principal::Principal;
use super::rate_quotas::{RateClass, Rates};
use super::refusal_texts::rate_limited;
use crate::http_message::retry_after;

/// A call does not wait longer for the shared counters; it is counted in this process then.
const TIMEOUT: Duration = Duration::from_millis(250);
/// The same for the quotas of a plan, which were agreed with a customer: each process allows half of one beside it.
const PLAN_TIMEOUT: Duration = Duration::from_secs(1);

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Counts calls, with all replicas of the gateway.
pub struct RateLimiter {
    /// Off without.
    counters: Option<RateLimits>,
    plan_counters: Option<RateLimits>,
    rates: Rates,
}

/// A call that was counted.
#[derive(Clone, Debug)]
pub struct CountedCall {
    pub principal: Principal,
    /// From where it came, also that of a signed-in user.
    pub network: IpAddr,
    /// Only events reach their procedure beyond the rate of their sender.
    pub is_over_rate: bool,
}

impl CountedCall {
    /// The holder of the plan from which the call is taken: the organization of its caller, or without one the principal.
    pub fn payer(&self, caller: Option<&Authenticated>) -> String {
        match caller.and_then(|caller| caller.holder().organization_id.as_ref()) {
            Some(organization_id) => format!("organization:{organization_id}"),
            None => self.principal.to_string(),
        }
    }
}

/// The counted calls of one request, for the headers of its answer.
#[derive(Default)]
pub struct RequestRates(Mutex<RequestUsage>);

#[derive(Default)]
struct RequestUsage {
    by_class: BTreeMap<RateClass, (Quota, Use)>,
    /// Until a refused call would be allowed.
    retry_after: Option<Duration>,
}

impl RateLimiter {
    /// Counts in this Redis; without one nothing is limited.
    pub fn connect(
        app: &App,
        redis: Option<&ReplaceableSecret>,
        rates: Rates,
    ) -> Result<Self, ConfigError> {
        let connect = |url| RateLimits::connect(app, "gateway", url);
        let counters = redis.map(connect).transpose()?;
        let within = |time| counters.clone().map(|counters| counters.with_timeout(time));
        Ok(Self { counters: within(TIMEOUT), plan_counters: within(PLAN_TIMEOUT), rates })
    }

    /// Whether nothing is limited.
    pub fn is_off(&self) -> bool {
        self.counters.is_none()
    }

    /// Counts a call, and refuses it beyond the quota of its class.
    pub async fn admit(
        &self,
        class: RateClass,
        principal: &Principal,
        request: &RequestRates,
    ) -> Result<(), Failure> {
        if let Principal::Browser { network, .. } = principal {
            let unsaid = RequestRates::default();
            self.count(RateClass::Browsers, &Principal::at(*network), &unsaid).await?;
        }
        self.count(class, principal, request).await
    }

    async fn count(
        &self,
        class: RateClass,
        principal: &Principal,
        request: &RequestRates,
    ) -> Result<(), Failure> {
        let Some(counters) = &self.counters else { return Ok(()) };
        let quota = self.rates.quota(class, principal);
        let taken = counters.take(&format!("{}:{principal}", class.name()), quota).await;
        noted(class, quota, taken, request)
    }

    /// Counts a call for data against the rates of a plan.
    pub async fn admit_data(
        &self,
        limits: &DataLimits,
        payer: &str,
        request: &RequestRates,
    ) -> Result<(), Failure> {
        let Some(counters) = &self.plan_counters else { return Ok(()) };
        let rates =
            [(RateClass::Plan, short_quota(limits)), (RateClass::PlanDay, day_quota(limits))];
        for (class, quota) in rates {
            if let Some(quota) = quota {
                let taken = counters.take(&format!("{}:{payer}", class.name()), quota).await;
                noted(class, quota, taken, request)?;
            }
        }
        Ok(())
    }

    /// The rates that a plan has, each with what its payer has left of it, without a use; none without the shared counters.
    pub async fn read_plan(
        &self,
        limits: &DataLimits,
        payer: &str,
    ) -> Option<BTreeMap<RateClass, (Quota, Use)>> {
        let counters = self.plan_counters.as_ref()?;
        let rates = [
            (RateClass::Plan, short_quota(limits)),
            (RateClass::PlanDay, day_quota(limits)),
            (RateClass::PlanRows, limits.rows_per_day.map(in_a_day)),
        ];
        let mut known = BTreeMap::new();
        for (class, quota) in rates {
            if let Some(quota) = quota {
                let present = counters.read(&format!("{}:{payer}", class.name()), quota).await?;
                known.insert(class, (quota, present));
            }
        }
        Some(known)
    }

    /// Counts the rows of an answer against those that a plan has in a day.
    pub async fn admit_rows(
        &self,
        limits: &DataLimits,
        payer: &str,
        rows: u64,
        request: &RequestRates,
    ) -> Result<(), Failure> {
        let (Some(counters), Some(most)) = (&self.plan_counters, limits.rows_per_day) else {
            return Ok(());
        };
        let (class, quota) = (RateClass::PlanRows, in_a_day(most));
        let key = format!("{}:{payer}", class.name());
        let taken = counters.take_all(&key, quota, u32::try_from(rows).unwrap_or(u32::MAX)).await;
        noted(class, quota, taken, request)
    }
}

/// Notes a count, and refuses beyond its quota.
fn noted(
    class: RateClass,
    quota: Quota,
    taken: Use,
    request: &RequestRates,
) -> Result<(), Failure> {
    request.note(class, quota, taken);
    if taken.is_allowed {
        return Ok(());
    }
    Err(rate_limited(ExceededRate { class, quota, taken }))
}

/// The burst of a plan, which comes back at its rate.
fn short_quota(limits: &DataLimits) -> Option<Quota> {
    let rate = limits.requests_per_second?.max(1);
    let burst = limits.burst.unwrap_or(rate).max(1);
    let window = Duration::from_secs_f64(burst as f64 / rate as f64);
    Some(Quota { uses: u32::try_from(burst).unwrap_or(u32::MAX), window })
}

fn day_quota(limits: &DataLimits) -> Option<Quota> {
    limits.requests_per_day.map(in_a_day)
}

fn in_a_day(uses: i64) -> Quota {
    Quota { uses: u32::try_from(uses).unwrap_or(u32::MAX), window: Duration::from_hours(24) }
}

impl RequestRates {
    fn note(&self, class: RateClass, quota: Quota, taken: Use) {
        let mut usage = self.lock();
        // Calls of one request are answered side by side: the one that left least was the last.
        let known = usage.by_class.get(&class);
        if known.is_none_or(|(_, known)| taken.left <= known.left) {
            usage.by_class.insert(class, (quota, taken));
        }
        if !taken.is_allowed && class != RateClass::Tracking {
            usage.retry_after = usage.retry_after.max(Some(taken.next));
        }
    }

    /// Notes the rate that refused a call, where it was counted for several requests at once.
    pub fn note_refusal(&self, failure: &Failure) {
        if let Some(ExceededRate { class, quota, taken }) = failure.exceeded.as_deref() {
            self.note(*class, *quota, *taken);
        }
    }

    /// Adds what is left (draft-ietf-httpapi-ratelimit-headers), and when to try again after a refusal.
    pub fn write(&self, headers: &mut HeaderMap) {
        let usage = self.lock();
        if usage.by_class.is_empty() {
            return;
        }
        let (mut policy, mut limit) = (String::new(), String::new());
        for (index, (class, (quota, taken))) in usage.by_class.iter().enumerate() {
            let (between, name) = (if index == 0 { "" } else { ", " }, class.name());
            let (uses, window) = (quota.uses, seconds(quota.window));
            let _ = write!(policy, "{between}\"{name}\";q={uses};w={window}");
            let (left, whole) = (taken.left, seconds(taken.whole));
            let _ = write!(limit, "{between}\"{name}\";r={left};t={whole}");
        }
        for (name, value) in [(POLICY, policy), (LIMIT, limit)] {
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.insert(name, value);
            }
        }
        if let Some(after) = usage.retry_after {
            retry_after::set(headers, seconds(after));
        }
    }

    fn lock(&self) -> MutexGuard<'_, RequestUsage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use http::header::RETRY_AFTER;

    use super::*;

    #[test]
    fn a_plan_has_a_burst_that_comes_back_at_its_rate() {
        let limits = |requests_per_second, burst, requests_per_day| DataLimits {
            requests_per_second,
            burst,
            requests_per_day,
            ..DataLimits::NONE
        };
        let quota = |uses, window| Some(Quota { uses, window: Duration::from_millis(window) });
        assert_eq!(short_quota(&limits(Some(50), Some(500), None)), quota(500, 10_000));
        assert_eq!(short_quota(&limits(Some(4), None, None)), quota(4, 1_000));
        assert_eq!(short_quota(&limits(Some(4), Some(1), None)), quota(1, 250));
        assert_eq!(short_quota(&limits(None, Some(1), None)), None);
        assert_eq!(day_quota(&limits(None, None, Some(200))), quota(200, 86_400_000));
        assert_eq!(day_quota(&limits(None, None, None)), None);
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

        let (shared, mut headers) = (RequestRates::default(), HeaderMap::new());
        let (class, taken) = (RateClass::SessionLookup, taken(false, 0, 900));
        let failure = rate_limited(ExceededRate { class, quota, taken });
        assert_eq!(failure.message, "Too many requests; try again in 1 s");
        assert_eq!(failure.retry_after(), Some(1));
        shared.note_refusal(&failure);
        shared.write(&mut headers);
        assert_eq!(headers["ratelimit-policy"], "\"session-lookup\";q=10;w=60");
        assert_eq!(headers[RETRY_AFTER], "1");
    }
}
