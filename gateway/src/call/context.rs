//! The context of a call: everything that a procedure receives besides its input.

use std::sync::Arc;

use kit::bus::Bus;
use kit::clock::Clock;
use kit::error::Problem;

use super::access::{Entitlement, Grant};
use super::api_keys::ApiKeys;
use super::caller::{Authenticated, Caller};
use super::narrowed_scope::NarrowedScope;
use super::policies::Policies;
use super::rate_limiter::{CountedCall, RateLimiter};
use super::refusal_texts::unauthenticated;
use super::sessions::Sessions;
use crate::config::Config;
use crate::decisions::Decisions;
use crate::event_sample::EventSample;
use crate::key_uses::KeyUses;
use crate::upstream::Upstream;
use crate::upstream::asset_classes::AssetClasses;
use crate::waiting_events::WaitingEvents;

/// State that all calls share; clones are cheap.
#[derive(Clone)]
pub struct Resources {
    pub config: Arc<Config>,
    pub upstream: Arc<Upstream>,
    /// The sessions of signed-in users.
    pub sessions: Arc<Sessions>,
    pub keys: Arc<ApiKeys>,
    /// The calls of keys, for the pages of their owners.
    pub key_uses: Arc<KeyUses>,
    /// The decisions of policies, for administrators.
    pub decisions: Arc<Decisions>,
    /// The policies by which calls for data are decided.
    pub policies: Arc<Policies>,
    /// The counters of calls, with those of the rates of plans.
    pub rate_limiter: Arc<RateLimiter>,
    /// The classes that policies name by their ids.
    pub asset_classes: Arc<AssetClasses>,
    pub bus: Bus,
    /// Events that the bus does not take at present.
    pub waiting_events: Arc<WaitingEvents>,
    /// Events beyond the rate of their sender.
    pub event_sample: Arc<EventSample>,
    pub clock: Clock,
}

#[derive(Clone)]
pub struct CallContext {
    pub upstream: Arc<Upstream>,
    pub config: Arc<Config>,
    pub policies: Arc<Policies>,
    pub rate_limiter: Arc<RateLimiter>,
    pub bus: Bus,
    pub waiting_events: Arc<WaitingEvents>,
    pub event_sample: Arc<EventSample>,
    pub clock: Clock,
    /// The signed-in user; a public procedure may have none, as one that is called with a key.
    pub caller: Option<Arc<Caller>>,
    /// The call as it was counted, with its user, key or address.
    pub counted: CountedCall,
    sessions: Arc<Sessions>,
    entitlement: Entitlement,
    narrowed: Option<Arc<NarrowedScope>>,
}

/// The context of a procedure whose answers are shared by all callers with one entitlement, which is all that it
/// receives of the caller.
pub struct SharedContext {
    pub upstream: Arc<Upstream>,
    /// The caller's entitlement.
    pub entitlement: Entitlement,
    /// The part of the data that policies allow, which the entitlement implies; none where they allow all.
    pub narrowed: Option<Arc<NarrowedScope>>,
}

impl CallContext {
    pub(super) fn new(resources: &Resources, grant: &Grant, counted: &CountedCall) -> Self {
        let Resources {
            config,
            upstream,
            sessions,
            policies,
            rate_limiter,
            bus,
            waiting_events,
            event_sample,
            clock,
            ..
        } = resources.clone();
        let Grant { caller, entitlement, narrowed, .. } = grant;
        let caller = caller.as_ref().and_then(Authenticated::user).cloned();
        Self {
            upstream,
            config,
            policies,
            rate_limiter,
            bus,
            waiting_events,
            event_sample,
            clock,
            caller,
            counted: counted.clone(),
            sessions,
            entitlement: *entitlement,
            narrowed: narrowed.clone(),
        }
    }

    /// The caller of a procedure whose access rule requires a signed-in user.
    pub fn member(&self) -> Result<&Caller, Problem> {
        self.caller.as_deref().ok_or_else(unauthenticated)
    }

    /// Notes that a user or one of their sessions has changed, so that their next call sees it.
    pub fn user_changed(&self, user_id: &str) {
        self.sessions.user_changed(user_id);
    }
}

impl From<CallContext> for SharedContext {
    fn from(context: CallContext) -> Self {
        let CallContext { upstream, entitlement, narrowed, .. } = context;
        Self { upstream, entitlement, narrowed }
    }
}
