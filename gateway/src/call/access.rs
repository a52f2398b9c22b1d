//! The access rules of procedures, and what they grant to a caller.

use std::sync::Arc;

use kit::error::Problem;
use kit::grpc::Audience;
use kit::peers::fresh_sign_in_required;
use policy::{Decision, Limits as DataLimits, Outcome, PolicySet, Scope, Selection};
use proto::access::v1::{Action, Endpoint};
use proto::identity::v1::Role;
use sha2::{Digest as _, Sha256};

use super::caller::Authenticated;
use super::data_calls::{DataCall, DataCalls, DataRule, DataUse, NarrowedAnswers};
use super::data_sets::DATA_SETS;
use super::input::Input;
use super::limits::Limits;
use super::narrowed_scope::{EndpointPart, NarrowedScope};
use super::refusal_texts::{
    access_denied, access_is_partial, format_not_included, key_not_allowed, role_required,
    unauthenticated,
};

/// The endpoints whose records are counted in those of others, such as the assets of an issuer.
const COUNTED: [Endpoint; 5] =
    [Endpoint::Assets, Endpoint::Tokens, Endpoint::Pools, Endpoint::Loans, Endpoint::Issuers];

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
struct DataGrant {
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
                let DataGrant { digest, limits, narrowed } = data.decide(now)?;
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
    fn decide(&self, now: i64) -> Result<DataGrant, Problem> {
        let granted = match (self.narrowed, self.used_as) {
            (NarrowedAnswers::DataSets, DataUse::Answer) => self.data_sets(now)?,
            _ => self.whole(now)?.map_or_else(|| self.part(now), Ok)?,
        };
        match self.used_as {
            DataUse::File(format) if !granted.limits.export_formats.contains(format) => {
                Err(format_not_included())
            }
            DataUse::File(_) => Ok(granted),
            DataUse::Answer | DataUse::Feed => {
                Ok(DataGrant { limits: granted.limits.without_export(), ..granted })
            }
        }
    }

    /// Everything, if all calls are allowed all of their data.
    fn whole(&self, now: i64) -> Result<Option<DataGrant>, Problem> {
        let mut found: Option<DataGrant> = None;
        for (endpoint, action) in self.calls.iter() {
            let (_, scope) = self.allowed(endpoint, action, now)?;
            let Some(limits) = scope.unrestricted_limits() else { return Ok(None) };
            if self.hides_others(&self.policies.set, endpoint, now) {
                return Ok(None);
            }
            let granted = DataGrant { digest: scope.fingerprint(), limits, narrowed: None };
            found = Some(match found {
                None => granted,
                Some(before) => before.and(&granted),
            });
        }
        found.map(Some).ok_or_else(access_denied)
    }

    /// The scope of a call that is not denied, with its decision.
    fn allowed(
        &self,
        endpoint: Endpoint,
        action: Action,
        now: i64,
    ) -> Result<(&Decision, &Arc<Scope>), Problem> {
        let decision = self.policies.set.decide(endpoint, action, now, Some(self.address));
        match &decision.outcome {
            Outcome::Allowed(scope) => Ok((decision, scope)),
            Outcome::Denied(reason) => {
                let reason = reason.as_str();
                tracing::info!(reason, ?endpoint, ?action, "policies deny a call");
                Err(access_denied())
            }
        }
    }

    /// Whether an answer would count records that a caller with these policies may not list.
    pub(super) fn hides_others(&self, policies: &PolicySet, endpoint: Endpoint, now: i64) -> bool {
        self.narrowed == NarrowedAnswers::Records
            && !self.narrowed.is_over_time(endpoint)
            && COUNTED.iter().any(|endpoint| {
                let decision = policies.decide(*endpoint, Action::List, now, Some(self.address));
                decision.scope().is_none_or(|scope| !scope.shows_all_records())
            })
    }

    /// A part of the data, with the limits of all of its records.
    fn part(&self, now: i64) -> Result<DataGrant, Problem> {
        if !self.narrowed.has_parts() {
            return Err(access_is_partial());
        }
        let parts = self.parts(now)?;
        // The catalog applies the scope of one list.
        if parts.iter().filter(|part| !part.is_over_time).count() > 1 {
            return Err(access_is_partial());
        }
        let limits = parts.iter().map(|part| part.scope.limits_for(&Selection::everything(), now));
        let limits = limits.collect::<Option<Vec<DataLimits>>>().ok_or_else(access_denied)?;
        let limits = limits.into_iter().reduce(|one, other| one.tightest(&other));
        let limits = limits.ok_or_else(access_denied)?;
        let narrowed = NarrowedScope::new(&parts, || self.plans(None, now), now)?;
        let digest = digest(&parts, narrowed.as_ref(), now);
        Ok(DataGrant { digest, limits, narrowed: narrowed.map(Arc::new) })
    }

    /// The data sets that may be exported whole; nothing is said of the others.
    fn data_sets(&self, now: i64) -> Result<DataGrant, Problem> {
        let mut all: Option<DataGrant> = None;
        let mut names: Vec<&'static str> = Vec::new();
        let mut policies: Vec<&str> = Vec::new();
        for (name, calls) in DATA_SETS {
            let decide = |(endpoint, action)| {
                self.policies.set.decide(endpoint, action, now, Some(self.address))
            };
            let decisions: Vec<&Decision> = calls.iter().map(decide).collect();
            let is_whole = |it: &&Decision| it.scope().is_some_and(|it| it.is_unrestricted());
            if !decisions.iter().all(is_whole) {
                continue;
            }
            let Some(granted) = (DataCall { calls, ..*self }).whole(now)? else { continue };
            all = Some(match all {
                None => granted,
                Some(before) => before.and(&granted),
            });
            names.push(name);
            for policy in decisions.into_iter().flat_map(|decision| &decision.policies) {
                if !policies.contains(&&*policy.id) {
                    policies.push(&policy.id);
                }
            }
        }
        let Some(all) = all else {
            // A denial, or a part of each.
            self.whole(now)?;
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
        Ok(DataGrant { digest, narrowed: Some(Arc::new(narrowed)), ..all })
    }

    /// The scope of each endpoint: what all actions at it are allowed.
    fn parts(&self, now: i64) -> Result<Vec<EndpointPart>, Problem> {
        let mut parts: Vec<EndpointPart> = Vec::new();
        for (endpoint, action) in self.calls.iter() {
            let (decision, scope) = self.allowed(endpoint, action, now)?;
            match parts.iter_mut().find(|part| part.scope.endpoint() == endpoint) {
                Some(part) => part.restrict(scope, &decision.policies)?,
                None => parts.push(EndpointPart {
                    scope: Arc::clone(scope),
                    policies: decision.policies.clone(),
                    hides_others: self.hides_others(&self.policies.set, endpoint, now),
                    is_over_time: self.narrowed.is_over_time(endpoint),
                }),
            }
        }
        Ok(parts)
    }
}

/// The digest of everything about parts that an answer depends on.
fn digest(parts: &[EndpointPart], narrowed: Option<&NarrowedScope>, now: i64) -> [u8; 32] {
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

impl DataGrant {
    /// Both, of two calls that are allowed everything.
    fn and(&self, other: &Self) -> Self {
        let both = Sha256::new().chain_update(self.digest).chain_update(other.digest);
        let limits = self.limits.tightest(&other.limits);
        Self { digest: both.finalize().into(), limits, narrowed: None }
    }
}
