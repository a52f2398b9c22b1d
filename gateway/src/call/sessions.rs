//! Resolves session cookies and caches the results for a moment.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use kit::bus::{Bus, Envelope, Follower};
use kit::clock::Clock;
use kit::error::{ErrorCode, Problem};
use kit::run::App;
use moka::sync::Cache;
use proto::events;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{ResolveSessionRequest, SessionRevoked, UserUpdated};

use super::caller::Caller;
use super::failure::Failure;
use super::generations::Generations;
use super::limits::{self, DEADLINE};
use super::look_ups::{CredentialDigest, LookUps, digest};
use super::principal::Principal;
use super::rate_limiter::{RateLimiter, RequestRates};
use super::rate_quotas::RateClass;
use crate::upstream::Channel;

/// How long a session is cached: the longest time for which a revocation could stay unnoticed if the bus were silent about it.
const SESSION_LIFETIME: Duration = Duration::from_secs(10);
/// The most sessions that are cached.
const MAX_SESSIONS: u64 = 50_000;
/// How long after its last look-up a session token counts as known.
const TOKEN_LIFETIME: Duration = Duration::from_hours(1);

struct CachedSession {
    caller: Arc<Caller>,
    generation: u64,
    /// When the session ends by itself.
    expires_at: i64,
}

/// Resolves session cookies.
pub struct Sessions {
    cached: Cache<CredentialDigest, Arc<CachedSession>>,
    /// Tokens that were valid when they were last looked up: they say nothing about a caller, only that nobody made them up.
    known: Cache<CredentialDigest, ()>,
    /// Look-ups of unknown tokens that are under way.
    look_ups: LookUps<Option<Arc<Caller>>>,
    generations: Generations,
    clock: Clock,
}

impl Sessions {
    /// Follows the events that make cached sessions outdated.
    pub fn follow(app: &App, bus: &Bus) -> Arc<Self> {
        let sessions = Arc::new(Self::new(bus.clone(), app.clock.clone()));
        let [revoked, updated, gap] = [&sessions, &sessions, &sessions].map(Arc::clone);
        Follower::new(&events::IDENTITY)
            .on(move |envelope: Envelope<SessionRevoked>| {
                revoked.user_changed(&envelope.event.user_id);
            })
            .on(move |envelope: Envelope<UserUpdated>| {
                updated.user_changed(&envelope.event.user_id);
            })
            .start(app, bus, move || gap.generations.start_over());
        sessions
    }

    fn new(bus: Bus, clock: Clock) -> Self {
        Self {
            cached: Cache::builder()
                .max_capacity(MAX_SESSIONS)
                .time_to_live(SESSION_LIFETIME)
                .build(),
            known: Cache::builder().max_capacity(MAX_SESSIONS).time_to_idle(TOKEN_LIFETIME).build(),
            look_ups: LookUps::new(MAX_SESSIONS, SESSION_LIFETIME),
            generations: Generations::new(bus, MAX_SESSIONS, SESSION_LIFETIME * 2),
            clock,
        }
    }

    /// The owner of a session token; none if it is not valid. An unknown token counts for its sender, a known browser or an address,
    /// before identity is asked, and requests that carry it at the same time share one look-up, which counts once. A known one is
    /// free: no other caller at the address keeps users from their sessions.
    pub async fn look_up(
        &self,
        limiter: &RateLimiter,
        identity: &IdentityClient<Channel>,
        token: &str,
        sender: Principal,
    ) -> Result<Option<Arc<Caller>>, Failure> {
        if let Some(caller) = self.cached(token) {
            return Ok(Some(caller));
        }
        let failed = |problem| Failure::logged("session", problem);
        if self.knows(token) {
            let resolved = limits::within(DEADLINE, self.resolve(identity, token));
            return resolved.boxed().await.map_err(failed);
        }
        let key = (digest(token), sender.clone(), self.generations.present());
        let count_and_resolve = || async {
            // No client can plan by this rate, so only the headers of a refusal have it, by the failure that all who wait
            // for the look-up share.
            let unsaid = RequestRates::default();
            if let Err(beyond) = limiter.admit(RateClass::SessionLookup, &sender, &unsaid).await {
                return Ok(Err(beyond));
            }
            match self.resolve(identity, token).await {
                Err(problem) if problem.code == ErrorCode::Timeout => Err(problem),
                resolved => Ok(resolved.map_err(failed)),
            }
        };
        self.look_ups.share(key, count_and_resolve).await.map_err(failed)?
    }

    /// The owner of a session token, by the cache or by identity; none if it is not valid.
    pub async fn resolve(
        &self,
        identity: &IdentityClient<Channel>,
        token: &str,
    ) -> Result<Option<Arc<Caller>>, Problem> {
        if let Some(caller) = self.cached(token) {
            return Ok(Some(caller));
        }
        let (key, is_cached) = (digest(token), self.generations.receives_events());
        let generation = self.generations.present();
        // An unknown token is not cached: forged ones would push out the real ones.
        let Some((caller, expires_at)) = resolve(identity, token).await? else {
            self.known.invalidate(&key);
            return Ok(None);
        };
        self.known.insert(key, ());
        let caller = Arc::new(caller);
        if is_cached {
            let answer = CachedSession { caller: Arc::clone(&caller), generation, expires_at };
            self.cached.insert(key, Arc::new(answer));
        }
        Ok(Some(caller))
    }

    /// The owner of a session token, if identity need not be asked.
    pub fn cached(&self, token: &str) -> Option<Arc<Caller>> {
        // Without events nothing is cached.
        if !self.generations.receives_events() {
            return None;
        }
        let known = self.cached.get(&digest(token)).filter(|known| self.is_current(known))?;
        Some(Arc::clone(&known.caller))
    }

    /// Whether the token was valid when it was last looked up here.
    pub fn knows(&self, token: &str) -> bool {
        self.known.get(&digest(token)).is_some()
    }

    /// Notes the token of a session that has just begun or was found valid elsewhere.
    pub fn remember(&self, token: &str) {
        self.known.insert(digest(token), ());
    }

    /// Forgets one token at once, as after a sign-out through this gateway.
    pub fn forget(&self, token: &str) {
        let key = digest(token);
        self.known.invalidate(&key);
        // No request joins a look-up from before.
        self.generations.advance();
        if let Some(known) = self.cached.remove(&key) {
            self.user_changed(&known.caller.user.id);
        }
    }

    /// Notes that a user or one of their sessions changed.
    pub fn user_changed(&self, user_id: &str) {
        self.generations.change(user_id);
    }

    fn is_current(&self, known: &CachedSession) -> bool {
        self.clock.now_milliseconds() < known.expires_at
            && self.generations.is_current(&known.caller.user.id, known.generation)
    }
}

/// The owner of a token, and when the session ends by itself.
async fn resolve(
    identity: &IdentityClient<Channel>,
    token: &str,
) -> Result<Option<(Caller, i64)>, Problem> {
    let request = ResolveSessionRequest { token: token.to_owned(), touch: false };
    let answer = identity.clone().resolve_session(request).await?.into_inner();
    let Some(session) = answer.session else { return Ok(None) };
    let user =
        session.user.ok_or_else(|| Problem::internal("identity sent a session without a user"))?;
    let caller = Caller::new(session.id, user, answer.role_epoch, session.fresh_until);
    Ok(Some((caller, session.expires_at)))
}
