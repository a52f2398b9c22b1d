//! The answer to a call straight from the documents, without scopes.

use std::net::IpAddr;

use proto::access::v1::{
    Action, Condition, ConditionOperator, Dimension, Effect, Endpoint, FieldMode, Granularity,
    Policy,
};

use super::documents::{DAY, Grant};
use super::records::Record;
use crate::*;

/// The fields of the universe; the last one is named by no policy.
pub const FIELDS: [&str; 4] = ["a", "b", "c", "d"];

/// The fields of a record that are visible; `None` if the record is hidden.
pub type Visible = Option<[bool; 4]>;

/// The visible fields in the order of `FIELDS`.
pub fn visible(fields: Option<FieldSet>) -> Visible {
    fields.map(|fields| FIELDS.map(|name| fields.contains(name)))
}

/// Whether everything of the one is visible in the other.
pub fn is_within(one: Visible, other: Visible) -> bool {
    let Some(one) = one else { return true };
    other.is_some_and(|other| one.iter().zip(other).all(|(one, other)| !one || other))
}

/// A call and what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub endpoint: Endpoint,
    pub action: Action,
    pub now: i64,
    pub address: Option<IpAddr>,
    pub record: &'a Record,
    pub observation: Option<Observation>,
}

impl Question<'_> {
    /// The answer of a set of policies.
    pub fn asked(&self, set: &PolicySet) -> Visible {
        let decision = set.decide(self.endpoint, self.action, self.now, self.address);
        decision.scope().and_then(|scope| self.asked_of(scope))
    }

    pub fn asked_of(&self, scope: &Scope) -> Visible {
        let attributes = self.record.attributes();
        visible(match self.observation {
            None => scope.row(&attributes).map(|row| row.fields()),
            Some(observation) => scope.observation(&attributes, observation, self.now),
        })
    }

    /// The answer that follows from the documents, and the limits of the most generous policy for the record.
    pub fn reference(&self, grants: &[Grant]) -> (Visible, Option<Limits>) {
        let in_effect: Vec<&Policy> = grants
            .iter()
            .filter(|grant| self.is_in_effect(grant))
            .map(|grant| &grant.policy)
            .collect();
        let matching = |effect: Effect| {
            in_effect.iter().filter(move |policy| policy.effect() == effect && self.matches(policy))
        };
        let mut fields = [false; 4];
        let mut limits: Vec<Limits> = Vec::new();
        for policy in matching(Effect::Allow).filter(|policy| self.is_in_time(policy)) {
            for (place, name) in FIELDS.iter().enumerate() {
                fields[place] |= names(policy, name);
            }
            let found = Limits::new(policy.limits.as_ref());
            let is_export = self.action == Action::Export;
            limits.push(if is_export { found } else { found.without_export() });
        }
        if limits.is_empty() || matching(Effect::Deny).any(|policy| policy.fields.is_none()) {
            return (None, None);
        }
        for policy in matching(Effect::Deny) {
            for (place, name) in FIELDS.iter().enumerate() {
                fields[place] &= !names(policy, name);
            }
        }
        (Some(fields), limits.into_iter().max_by(Limits::generosity))
    }

    fn is_in_effect(&self, grant: &Grant) -> bool {
        let policy = &grant.policy;
        let includes = |(start, end): (Option<i64>, Option<i64>)| {
            start.is_none_or(|start| start <= self.now) && end.is_none_or(|end| self.now < end)
        };
        let networks = &policy.ip_cidrs;
        let is_from_network = match self.address {
            None => policy.effect() == Effect::Deny,
            Some(address) => networks
                .iter()
                .any(|network| network.parse::<ipnet::IpNet>().unwrap().contains(&address)),
        };
        let is_about = policy.endpoints.contains(&(self.endpoint as i32))
            && policy.actions.contains(&(self.action as i32));
        let periods = [(policy.starts_at, policy.expires_at), grant.assigned, grant.held];
        let is_valid = periods.into_iter().all(includes);
        is_valid && is_about && (networks.is_empty() || is_from_network)
    }

    fn matches(&self, policy: &Policy) -> bool {
        policy.r#where.iter().all(|condition| self.meets(condition))
    }

    fn meets(&self, condition: &Condition) -> bool {
        let measure: Vec<i64> = self.observation.iter().map(|known| known.measure).collect();
        let values = match condition.dimension() {
            Dimension::AssetClass => &self.record.class,
            Dimension::Issuer => &self.record.issuer,
            Dimension::Network => &self.record.networks,
            _ => &measure,
        };
        let has_one = values.iter().any(|value| condition.ids.contains(value));
        match condition.operator() {
            ConditionOperator::NotIn => !values.is_empty() && !has_one,
            _ => has_one,
        }
    }

    fn is_in_time(&self, policy: &Policy) -> bool {
        let (Some(bounds), Some(observation)) = (&policy.time, self.observation) else {
            return true;
        };
        let (first, last) = observation.days;
        let today = self.now.div_euclid(DAY) as Day;
        let day = |text: &Option<String>| text.as_deref().and_then(parse_day);
        let lag = i64::from(bounds.min_lag_minutes.unwrap_or(0)) * 60_000;
        let end = (i64::from(last) + 1) * DAY;
        day(&bounds.from).is_none_or(|from| from <= first)
            && day(&bounds.to).is_none_or(|to| last <= to)
            && bounds.max_days_back.is_none_or(|days| first >= today - days)
            && (lag == 0 || end <= self.now - lag)
            && observation.interval >= bounds.granularity_min().max(Granularity::Day)
    }
}

fn names(policy: &Policy, field: &str) -> bool {
    policy.fields.as_ref().is_none_or(|fields| {
        let is_named = fields.names.iter().any(|name| name == field);
        (fields.mode() == FieldMode::Only) == is_named
    })
}
