//! Policies in the form in which scopes are made of them.

use std::sync::Arc;

use ipnet::IpNet;
use proto::access::v1::{
    Action, ConditionOperator, Dimension, Effect, Endpoint, Limits as LimitsDocument, Policy,
};

use super::field_error::FieldError;
use super::{limit_rules, networks, validation};
use crate::scope::exclusion::Exclusion;
use crate::scope::permission::Permission;
use crate::sets::conditions::Conditions;
use crate::sets::dimensions::{Values, values};
use crate::sets::fields::FieldSet;
use crate::sets::ids::IdSet;
use crate::sets::limits::Limits;
use crate::sets::rule::Rule;
use crate::sets::time_bounds::TimeBounds;
use crate::sets::validity::Validity;

/// A policy with one of its versions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PolicyVersion {
    pub id: Arc<str>,
    pub version: i32,
}

/// A valid policy, ready to decide. Its status is not part of it.
#[derive(Clone, Debug)]
pub struct CompiledPolicy {
    version: PolicyVersion,
    effect: Effect,
    actions: u8,
    endpoints: u32,
    conditions: Arc<[(Dimension, ConditionOperator, IdSet)]>,
    fields: FieldSet,
    time: TimeBounds,
    limits: Limits,
    validity: Validity,
    networks: Arc<[IpNet]>,
}

impl CompiledPolicy {
    /// A policy with the limits of one of its assignments, which may only be tighter than its own.
    pub fn compile(
        policy: &Policy,
        overrides: Option<&LimitsDocument>,
    ) -> Result<Self, Vec<FieldError>> {
        let mut errors = validation::validate(policy);
        let of_policy = policy.limits.as_ref();
        errors.extend(
            overrides
                .into_iter()
                .flat_map(|limits| limit_rules::override_errors(of_policy, limits)),
        );
        if !errors.is_empty() {
            return Err(errors);
        }
        let conditions = policy.r#where.iter().map(|condition| {
            let ids = condition.ids.iter().copied().collect();
            (condition.dimension(), condition.operator(), ids)
        });
        Ok(Self {
            version: PolicyVersion { id: policy.id.as_str().into(), version: policy.version },
            effect: policy.effect(),
            actions: policy.actions().fold(0, |bits, action| bits | 1 << action as u8),
            endpoints: policy.endpoints().fold(0, |bits, endpoint| bits | 1 << endpoint as u32),
            conditions: conditions.collect(),
            fields: FieldSet::new(policy.fields.as_ref()),
            time: TimeBounds::new(policy.time.as_ref()),
            limits: Limits::new(of_policy).tightest(&Limits::new(overrides)),
            validity: Validity::new(policy.starts_at, policy.expires_at),
            networks: networks::new(&policy.ip_cidrs).into(),
        })
    }

    pub fn version(&self) -> &PolicyVersion {
        &self.version
    }

    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// When it has effect.
    pub fn validity(&self) -> Validity {
        self.validity
    }

    /// The networks of callers to which it applies, sorted; empty for all.
    pub fn networks(&self) -> &Arc<[IpNet]> {
        &self.networks
    }

    /// Whether it is about an action at an endpoint.
    pub fn is_about(&self, endpoint: Endpoint, action: Action) -> bool {
        self.endpoints & 1 << endpoint as u32 != 0 && self.actions & 1 << action as u8 != 0
    }

    /// Whether it denies whole calls.
    pub fn denies_calls(&self) -> bool {
        self.effect == Effect::Deny && self.conditions.is_empty() && self.fields.is_all()
    }

    /// The permission that it gives for an action at one of its endpoints.
    pub(crate) fn permission(&self, endpoint: Endpoint, action: Action) -> Option<Permission> {
        let limits = match action {
            Action::Export => self.limits,
            // Answers to other calls are the same whatever files may be made, and share a cache.
            _ => self.limits.without_export(),
        };
        let is_allowing = self.effect == Effect::Allow;
        let conditions = is_allowing.then(|| self.conditions(endpoint)).flatten()?;
        Some(Permission::new(conditions, self.fields.clone(), self.time, limits))
    }

    /// The exclusion that it makes at one of its endpoints.
    pub(crate) fn exclusion(&self, endpoint: Endpoint) -> Option<Exclusion> {
        let conditions = self.conditions(endpoint).filter(|_| self.effect == Effect::Deny)?;
        Some(Exclusion::new(conditions, self.fields.clone()))
    }

    /// Its conditions on the records of an endpoint.
    pub(crate) fn conditions(&self, endpoint: Endpoint) -> Option<Conditions> {
        let rules = self.conditions.iter().map(|(dimension, operator, ids)| {
            let values = values(endpoint, *dimension).unwrap_or(Values::Many);
            let rule = match operator {
                ConditionOperator::NotIn => Rule::none_of(values, ids.clone()),
                _ => Rule::any_of(values, ids.clone())?,
            };
            Some((*dimension, rule))
        });
        rules.collect::<Option<Vec<_>>>().map(Conditions::new)
    }
}
