//! The access rules of procedures, and what they grant to a caller.

use std::sync::Arc;

use kit::error::Problem;
use kit::grpc::Audience;
use kit::peers::fresh_sign_in_required;
use policy::{DataPart, DataRefusal, Extent, Limits as DataLimits};
use proto::access::v1::{Action, Endpoint, NarrowedAnswers};
use proto::identity::v1::Role;
use sha2::{Digest as _, Sha256};

use super::caller::Authenticated;
use super::data_calls::{DataCall, DataCalls, DataRule, DataUse};
use super::data_sets::DATA_SETS;
use super::input::Input;
use super::limits::Limits;
use super::narrowed_scope::NarrowedScope;
use super::refusal_texts::{
    access_denied, access_is_partial, format_not_included, key_not_allowed, role_required,
    unauthenticated,
};

/// The rule of a procedure.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// Everybody.
    Public,
    /// Everybody who is signed in.
    Member,
    /// Everybody who has the role.
    Role(Role),
    /// Everybody who satisfies the rule and signed in a moment ago (`STEP_UP_MAX_AGE` of identity).
    Fresh(&'static Access),
    /// Everybody whom policies allow the data, with a session or without.
    Data(DataRule),
}

/// The decision of the access rule for a caller. All later steps of the call use it: scopes, row limits and quotas that differ
/// between callers are decided in [`Access::grant`] and carried here.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The caller; a public procedure may have none.
    pub caller: Option<Authenticated>,
    /// The part of the caller that an answer may depend on.
    pub entitlement: Entitlement,
    pub limits: Limits,
    /// How much data the caller may take; no limits where the procedure answers none.
    pub data_limits: DataLimits,
    /// The part of the data that policies allow; none where they allow all.
    pub narrowed: Option<Arc<NarrowedScope>>,
}

/// The decision of policies on the data of a call.
struct DecidedData {
    /// The digest of everything about the policies that the answer depends on.
    digest: [u8; 32],
    limits: DataLimits,
    narrowed: Option<Arc<NarrowedScope>>,
}

/// Everything about a caller that an answer may depend on. Callers with equal entitlements share cached answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entitlement {
    /// The readers among whom the caller is, in the words of licences.
    pub audience: Audience,
    /// The digest of the data that policies allow; none where the procedure answers no data.
    pub scope: Option<[u8; 32]>,
}

impl Access {
    /// The rule of actions whose effects outlast a session that was stolen or left open, such as a new way to sign in.
    pub const FRESH_MEMBERS: Self = Self::Fresh(&Self::Member);
    /// The rule of what administrators read.
    pub const ADMINISTRATORS: Self = Self::Role(Role::Admin);
    /// The rule of what administrators write.
    pub const FRESH_ADMINISTRATORS: Self = Self::Fresh(&Self::ADMINISTRATORS);

    /// The rule of an action at an endpoint.
    pub const fn data(endpoint: Endpoint, action: Action) -> Self {
        Self::data_of(DataCalls::new(endpoint, action))
    }

    /// The rule of several actions at endpoints, each of which must be allowed.
    pub const fn data_of(calls: DataCalls) -> Self {
        Self::Data(DataRule::Always(calls))
    }

    /// The rule of actions at endpoints that follow from the input.
    pub const fn data_by_input(calls: fn(&Input<'_>) -> DataCalls) -> Self {
        Self::Data(DataRule::ByInput(calls))
    }

    /// Whether callers need no session.
    pub fn is_public(self) -> bool {
        matches!(self, Self::Public | Self::Data(_))
    }

    /// The rule of its data; none where policies do not decide.
    pub fn data_rule(self) -> Option<DataRule> {
        match self {
            Self::Data(rule) => Some(rule),
            _ => None,
        }
    }

    /// Refuses a caller who needs a session, a role or a fresh sign-in, at this moment in milliseconds. A key is for what needs
    /// none of them.
    pub fn check(self, caller: Option<&Authenticated>, now: i64) -> Result<(), Problem> {
        let user = match caller {
            _ if self.is_public() => return Ok(()),
            Some(Authenticated::User(user)) => user,
            Some(Authenticated::Key(_)) => return Err(key_not_allowed()),
            None => return Err(unauthenticated()),
        };
        match self {
            Self::Public | Self::Data(_) | Self::Member => Ok(()),
            Self::Role(role) if user.user.role() == role => Ok(()),
            Self::Role(_) => Err(role_required()),
            Self::Fresh(rule) => {
                rule.check(caller, now)?;
                if user.person.is_fresh(now) { Ok(()) } else { Err(fresh_sign_in_required()) }
            }
        }
    }

    /// Decides for a caller of a procedure with these limits; a procedure with a rule of data needs the call for it.
    pub fn grant(
        self,
        caller: Option<Authenticated>,
        limits: Limits,
        data: Option<&DataCall<'_>>,
        now: i64,
    ) -> Result<Grant, Problem> {
        self.check(caller.as_ref(), now)?;
        let (scope, data_limits, narrowed) = match (self, data) {
            (Self::Data(_), None) => return Err(access_denied()),
            (Self::Data(_), Some(data)) => {
                let DecidedData { digest, limits, narrowed } = data.decide(now)?;
                (Some(digest), limits, narrowed)
            }
            _ => (None, DataLimits::NONE, None),
        };
        let audience = caller.as_ref().map_or(Audience::Everybody, Authenticated::audience);
        let entitlement = Entitlement { audience, scope };
        Ok(Grant { caller, entitlement, limits, data_limits, narrowed })
    }
}

impl DataCall<'_> {
    /// The data that is allowed, with its limits.
    fn decide(&self, now: i64) -> Result<DecidedData, Problem> {
        let decided = match (self.narrowed, self.used_as) {
            (NarrowedAnswers::DataSets, DataUse::Answer) => self.data_sets(now)?,
            _ => self.granted(now)?,
        };
        Ok(match self.used_as {
            DataUse::File(_) => decided,
            DataUse::Answer | DataUse::Feed => {
                DecidedData { limits: decided.limits.without_export(), ..decided }
            }
        })
    }

    /// The data of all of its calls, or what endpoints show of it.
    fn granted(&self, now: i64) -> Result<DecidedData, Problem> {
        let granted = self.policies.set.grant(&self.request(), now).map_err(refusal)?;
        let limits = granted.limits;
        let parts = match granted.extent {
            Extent::Whole(digest) => return Ok(DecidedData { digest, limits, narrowed: None }),
            Extent::Parts(parts) => parts,
        };
        let narrowed = NarrowedScope::new(&parts, || self.plans(None, now), now)?;
        let digest = digest(&parts, narrowed.as_ref(), now);
        Ok(DecidedData { digest, limits, narrowed: narrowed.map(Arc::new) })
    }

    /// The data sets that may be exported whole; nothing is said of the others.
    fn data_sets(&self, now: i64) -> Result<DecidedData, Problem> {
        let set = &self.policies.set;
        let mut all: Option<DecidedData> = None;
        let mut names: Vec<&'static str> = Vec::new();
        let mut policies: Vec<&str> = Vec::new();
        for (name, calls) in DATA_SETS {
            let Ok(granted) = set.grant(&DataCall { calls, ..*self }.request(), now) else {
                continue;
            };
            let Extent::Whole(digest) = granted.extent else { continue };
            let whole = DecidedData { digest, limits: granted.limits, narrowed: None };
            all = Some(match all {
                None => whole,
                Some(before) => before.and(&whole),
            });
            names.push(name);
            for (endpoint, action) in calls.iter() {
                for policy in &set.decide(endpoint, action, now, Some(self.address)).policies {
                    if !policies.contains(&&*policy.id) {
                        policies.push(&policy.id);
                    }
                }
            }
        }
        let Some(all) = all else {
            // A denial, or a part of each.
            self.granted(now)?;
            return Err(access_is_partial());
        };
        if names.len() == DATA_SETS.len() {
            return Ok(all);
        }
        let plans = self.plans(None, now);
        let mut digest = Sha256::new().chain_update(all.digest);
        for word in names.iter().copied().chain(policies.iter().copied()) {
            digest.update(word.as_bytes());
            digest.update([0]);
        }
        digest.update(plans.iter().map(|plan| *plan as u8).collect::<Vec<u8>>());
        let narrowed = NarrowedScope::of_data_sets(names, policies, plans)?;
        let digest = digest.finalize().into();
        Ok(DecidedData { digest, narrowed: Some(Arc::new(narrowed)), ..all })
    }
}

impl DecidedData {
    /// Both, of two that are whole.
    fn and(&self, other: &Self) -> Self {
        let both = Sha256::new().chain_update(self.digest).chain_update(other.digest);
        let limits = self.limits.tightest(&other.limits);
        Self { digest: both.finalize().into(), limits, narrowed: None }
    }
}

fn refusal(refusal: DataRefusal<'_>) -> Problem {
    match refusal {
        DataRefusal::Denied(endpoint, action, reason) => {
            let reason = reason.as_str();
            tracing::info!(reason, ?endpoint, ?action, "policies deny a call");
            access_denied()
        }
        DataRefusal::NothingLeft => access_denied(),
        DataRefusal::Partial => access_is_partial(),
        DataRefusal::Format => format_not_included(),
    }
}

/// The digest of everything about parts that an answer depends on.
fn digest(parts: &[DataPart], narrowed: Option<&NarrowedScope>, now: i64) -> [u8; 32] {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.scope.fingerprint());
        digest.update([u8::from(part.hides_others)]);
        if narrowed.is_some() {
            // The answer names them.
            for policy in &part.policies {
                digest.update(policy.id.as_bytes());
                digest.update([0]);
            }
        }
        if part.is_over_time {
            // The days of an answer are those of its time, and an answer may be cached beyond the end of a day.
            for permission in part.scope.permissions() {
                let window = permission.time().at(now);
                for day in [window.first, window.last()] {
                    digest.update(day.map_or(i64::MAX, i64::from).to_be_bytes());
                }
            }
        }
    }
    if let Some(narrowed) = narrowed {
        let plans = narrowed.plans.iter().map(|plan| *plan as u8);
        digest.update(plans.collect::<Vec<u8>>());
    }
    digest.finalize().into()
}
