//! Checks API keys with the service access and caches the results for a moment.

#[cfg(feature = "measuring")]
pub mod measuring;

use std::sync::Arc;
use std::time::Duration;

use kit::bus::{Bus, Envelope, Follower};
use kit::clock::Clock;
use kit::error::{ErrorCode, Problem};
use kit::run::App;
use moka::sync::Cache;
use proto::access::v1::access_keys_client::AccessKeysClient;
use proto::access::v1::{ApiKeyChanged, CheckApiKeyRequest};
use proto::events;
use tokio::time::Instant;

use super::caller::KeyCaller;
use super::failure::Failure;
use super::generations::Generations;
use super::look_ups::{CredentialDigest, LookUps, digest};
use super::policies::Policies;
use super::policies::confirmation::{LONGEST_READING, unconfirmed};
use super::principal::Principal;
use super::rate_limiter::{RateLimiter, RequestRates};
use super::rate_quotas::RateClass;
use super::refusal_texts::key_invalid;
use crate::upstream::Channel;

/// How long a key is used without another check: the longest time for which a revocation could stay unnoticed if the bus were
/// silent about it.
const LIFETIME: Duration = Duration::from_secs(30);
/// The most keys that are cached.
const MAX_KEYS: u64 = 100_000;
/// How long after its last use a key counts as known.
const KNOWN: Duration = Duration::from_hours(1);
/// The time that the service has for a check.
const DEADLINE: Duration = Duration::from_secs(1);

struct CachedKey {
    caller: Arc<KeyCaller>,
    generation: u64,
    /// Whether events arrived when it was checked; without them it is kept for when the service is away.
    is_followed: bool,
}

/// Checks the texts of keys.
pub struct ApiKeys {
    access: AccessKeysClient<Channel>,
    policies: Arc<Policies>,
    cached: Cache<CredentialDigest, Arc<CachedKey>>,
    /// Keys that could be used when they were last checked, and so are no guesses.
    known: Cache<CredentialDigest, ()>,
    checks: LookUps<Arc<KeyCaller>>,
    generations: Generations,
    clock: Clock,
}

impl ApiKeys {
    /// Follows the events that make cached keys outdated.
    pub fn follow(
        app: &App,
        bus: &Bus,
        access: &AccessKeysClient<Channel>,
        policies: &Arc<Policies>,
    ) -> Arc<Self> {
        let keys = Arc::new(Self {
            access: access.clone(),
            policies: Arc::clone(policies),
            cached: Cache::builder().max_capacity(MAX_KEYS).time_to_live(LONGEST_READING).build(),
            known: Cache::builder().max_capacity(MAX_KEYS).time_to_idle(KNOWN).build(),
            checks: LookUps::new(MAX_KEYS, LIFETIME),
            // Longer than what they make outdated.
            generations: Generations::new(bus.clone(), MAX_KEYS, 2 * LONGEST_READING),
            clock: app.clock.clone(),
        });
        let [changed, gap] = [&keys, &keys].map(Arc::clone);
        Follower::new(&events::ACCESS)
            .on(move |Envelope { event, .. }: Envelope<ApiKeyChanged>| {
                changed.generations.change(&event.key_id);
            })
            .start(app, bus, move || gap.generations.start_over());
        keys
    }

    /// The caller with a key of the right form. One that is not known counts for its sender before the service is asked, and
    /// requests that carry it at the same time share one check, which counts once.
    pub async fn look_up(
        &self,
        limiter: &RateLimiter,
        text: &str,
        sender: Principal,
    ) -> Result<Arc<KeyCaller>, Failure> {
        let digest = digest(text);
        if let Some(caller) = self.cached(&digest) {
            return Ok(caller);
        }
        let is_known = self.known.get(&digest).is_some();
        let key = (digest, sender.clone(), self.generations.present());
        let count_and_check = || async {
            if !is_known {
                // Only the headers of a refusal have this rate, as for sessions.
                let unsaid = RequestRates::default();
                if let Err(beyond) = limiter.admit(RateClass::SessionLookup, &sender, &unsaid).await
                {
                    return Ok(Err(beyond));
                }
            }
            Ok(self.check_digest(digest, text).await)
        };
        let outcome = self.checks.share(key, count_and_check).await;
        outcome.map_err(|problem| Failure::logged("api key", problem))?
    }

    /// The caller with a key that was admitted before, for a file that is still being written.
    pub async fn check_again(&self, text: &str) -> Result<Arc<KeyCaller>, Failure> {
        let digest = digest(text);
        match self.cached(&digest) {
            Some(caller) => Ok(caller),
            None => self.check_digest(digest, text).await,
        }
    }

    /// The caller with a key, by the service, or as it was known last while the service is away.
    async fn check_digest(
        &self,
        digest: CredentialDigest,
        text: &str,
    ) -> Result<Arc<KeyCaller>, Failure> {
        let failed = |problem| Failure::logged("api key", problem);
        if self.policies.confirmation.is_away()
            && let Some(last) = self.last(&digest)
        {
            return Ok(last);
        }
        let is_followed = self.generations.receives_events();
        let (generation, requested) = (self.generations.present(), Instant::now());
        let mut access = self.access.clone();
        let request = CheckApiKeyRequest { secret: text.to_owned() };
        let answer = kit::grpc::within(DEADLINE, access.check_api_key(request)).await;
        match answer.map_err(Problem::from) {
            Ok(answer) => {
                let caller = KeyCaller::new(answer.into_inner(), requested).map_err(failed)?;
                let caller = Arc::new(caller);
                let checked = CachedKey { caller: Arc::clone(&caller), generation, is_followed };
                self.known.insert(digest, ());
                self.cached.insert(digest, Arc::new(checked));
                Ok(caller)
            }
            // Not cached: made-up keys would push out the real ones.
            Err(problem) if problem.code == ErrorCode::Unauthenticated => {
                self.known.invalidate(&digest);
                self.cached.invalidate(&digest);
                Err(key_invalid())
            }
            Err(problem) => {
                tracing::warn!(%problem, "an API key could not be checked");
                self.last(&digest).ok_or_else(|| failed(unconfirmed()))
            }
        }
    }

    /// The caller with a key, if the service need not be asked.
    fn cached(&self, digest: &CredentialDigest) -> Option<Arc<KeyCaller>> {
        // Without events nothing is cached.
        if !self.generations.receives_events() {
            return None;
        }
        let known = self.cached.get(digest)?;
        let CachedKey { caller, generation, is_followed } = &*known;
        let is_fresh = *is_followed
            && caller.confirmed_at.elapsed() < LIFETIME
            && self.is_open(caller)
            && self.generations.is_current(&caller.id, *generation);
        is_fresh.then(|| Arc::clone(caller))
    }

    /// The last known state of a key that no later event named.
    fn last(&self, digest: &CredentialDigest) -> Option<Arc<KeyCaller>> {
        let known = self.cached.get(digest)?;
        let CachedKey { caller, generation, .. } = &*known;
        let is_unchanged = !self.generations.has_changed(&caller.id, *generation);
        (is_unchanged && self.is_open(caller)).then(|| Arc::clone(caller))
    }

    fn is_open(&self, caller: &KeyCaller) -> bool {
        self.clock.now_milliseconds() < caller.expires_at
    }
}
