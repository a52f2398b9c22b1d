//! The ways from the roles of a caller to policies, and what is in each way.

use std::net::IpAddr;
use std::sync::Arc;

use proto::access::v1::{
    AccessRole, AccessStatus, Action, ConditionVerdict, Dimension, Effect, Endpoint, Obstacle,
    Policy, PolicyAssignment, PolicyStatus,
};
use proto::codec::Text;

use super::held_role::HeldRole;
use crate::policies::compiled_policy::{CompiledPolicy, PolicyVersion};
use crate::policies::networks;
use crate::scope::selection::Selection;
use crate::sets::validity::Validity;

/// All documents, also those that have no effect.
#[derive(Clone, Copy, Debug)]
pub struct Documents<'a> {
    pub roles: &'a [AccessRole],
    pub assignments: &'a [PolicyAssignment],
    pub policies: &'a [Policy],
}

/// A call of a caller at a time, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub endpoint: Endpoint,
    pub action: Action,
    pub now: i64,
    /// `None` if it is unknown.
    pub address: Option<IpAddr>,
}

/// A way from a role over an assignment to a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub role: HeldRole,
    pub role_name: String,
    pub assignment_id: String,
    pub policy: PolicyVersion,
    pub policy_name: String,
    pub effect: Effect,
    /// Why it has no effect on the call; empty if it has.
    pub obstacles: Vec<Obstacle>,
    /// Each condition against the selection, in the order of the dimensions; empty if the policy is not valid.
    pub conditions: Vec<(Dimension, ConditionVerdict)>,
    /// The ends that came before the call.
    pub ends: Ends,
}

/// When the parts of a way ended; `None` for those that had not at the time of the call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    pub role: Option<i64>,
    pub assignment: Option<i64>,
    pub policy: Option<i64>,
}

/// A policy of a ceiling, such as a scope of an API key, against a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CeilingPart {
    /// Why it does not include the call; empty if it does.
    pub obstacles: Vec<Obstacle>,
    /// Each condition against the selection, in the order of the dimensions.
    pub conditions: Vec<(Dimension, ConditionVerdict)>,
}

impl Link {
    /// Whether the policy has effect on the call.
    pub fn has_effect(&self) -> bool {
        self.obstacles.is_empty()
    }
}

/// All ways from the roles of a caller, in the order of the roles and assignments.
pub fn links(
    documents: Documents<'_>,
    roles: &[HeldRole],
    call: Call,
    selection: &Selection,
) -> Vec<Link> {
    let mut found = Vec::new();
    for held in roles {
        let assignments = documents.assignments.iter();
        for assignment in assignments.filter(|known| known.role_id == held.role_id) {
            let role = documents.roles.iter().find(|role| role.id == held.role_id);
            let policy = documents.policies.iter().find(|known| known.id == assignment.policy_id);
            if let Some((role, policy)) = role.zip(policy) {
                found.push(link(held, role, assignment, policy, (call, selection)));
            }
        }
    }
    found
}

fn link(
    held: &HeldRole,
    role: &AccessRole,
    assignment: &PolicyAssignment,
    policy: &Policy,
    (call, selection): (Call, &Selection),
) -> Link {
    use Obstacle::{
        AssignmentExpired, AssignmentNotStarted, PolicyExpired, PolicyNotStarted, RoleNoLongerHeld,
        RoleNotHeldYet,
    };
    let compiled = CompiledPolicy::compile(policy, assignment.limit_overrides.as_ref()).ok();
    let assigned = Validity::new(assignment.starts_at, assignment.expires_at);
    let valid = Validity::new(policy.starts_at, policy.expires_at);
    let mut obstacles: Vec<Obstacle> = [
        (role.status() != AccessStatus::Active).then_some(Obstacle::RoleDisabled),
        outside(held.validity, call.now, RoleNotHeldYet, RoleNoLongerHeld),
        (assignment.status() != AccessStatus::Active).then_some(Obstacle::AssignmentDisabled),
        outside(assigned, call.now, AssignmentNotStarted, AssignmentExpired),
        match policy.status() {
            PolicyStatus::Active => None,
            PolicyStatus::Archived => Some(Obstacle::PolicyArchived),
            PolicyStatus::Draft | PolicyStatus::Unspecified => Some(Obstacle::PolicyDraft),
        },
        outside(valid, call.now, PolicyNotStarted, PolicyExpired),
        compiled.is_none().then_some(Obstacle::Invalid),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let Some(compiled) = &compiled {
        obstacles.extend(obstacles_of(compiled, call));
    }
    Link {
        role: held.clone(),
        role_name: role.name.clone(),
        assignment_id: assignment.id.clone(),
        policy: PolicyVersion { id: policy.id.as_str().into(), version: policy.version },
        policy_name: policy.name.clone(),
        effect: policy.effect(),
        obstacles,
        conditions: compiled.map_or_else(Vec::new, |policy| verdicts(&policy, call, selection)),
        ends: Ends {
            role: held.validity.ended(call.now),
            assignment: assigned.ended(call.now),
            policy: valid.ended(call.now),
        },
    }
}

/// The policies of a ceiling against a call.
pub fn ceiling_parts(
    ceiling: &[Arc<CompiledPolicy>],
    call: Call,
    selection: &Selection,
) -> Vec<CeilingPart> {
    let part = |policy: &Arc<CompiledPolicy>| CeilingPart {
        obstacles: obstacles_of(policy, call).collect(),
        conditions: verdicts(policy, call, selection),
    };
    ceiling.iter().map(part).collect()
}

/// Why a policy is not about a call.
fn obstacles_of(policy: &CompiledPolicy, call: Call) -> impl Iterator<Item = Obstacle> {
    let is_from_network = match call.address {
        _ if policy.networks().is_empty() => true,
        Some(address) => networks::contain(policy.networks(), address),
        None => policy.effect() == Effect::Deny,
    };
    let (mut actions, mut endpoints) = (Action::VALUES.iter(), Endpoint::VALUES.iter());
    let about_endpoint = actions.any(|(action, _)| policy.is_about(call.endpoint, *action));
    let about_action = endpoints.any(|(endpoint, _)| policy.is_about(*endpoint, call.action));
    let found = [
        (!is_from_network).then_some(Obstacle::Address),
        (!about_endpoint).then_some(Obstacle::Endpoint),
        (!about_action).then_some(Obstacle::Action),
    ];
    found.into_iter().flatten()
}

fn outside(validity: Validity, now: i64, before: Obstacle, after: Obstacle) -> Option<Obstacle> {
    match () {
        () if now < validity.start => Some(before),
        () if now >= validity.end => Some(after),
        () => None,
    }
}

fn verdicts(
    policy: &CompiledPolicy,
    call: Call,
    selection: &Selection,
) -> Vec<(Dimension, ConditionVerdict)> {
    let conditions = policy.conditions(call.endpoint).unwrap_or_default();
    let selected = selection.conditions(call.endpoint).unwrap_or_default();
    let verdict = |(dimension, rule): (Dimension, &crate::sets::rule::Rule)| {
        let verdict = match selected.rule(dimension) {
            Some(known) if known.implies(rule) => ConditionVerdict::Met,
            Some(known) if known.and(rule).is_none() => ConditionVerdict::NotMet,
            _ => ConditionVerdict::Partly,
        };
        (dimension, verdict)
    };
    conditions.rules().map(verdict).collect()
}
