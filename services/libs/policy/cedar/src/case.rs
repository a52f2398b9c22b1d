//! Random cases: the documents of a caller, the ceilings of a key, and questions about calls.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use proto::access::v1::{
    AccessRole, AccessStatus, Action, Dimension, Endpoint, Policy, PolicyAssignment, PolicyStatus,
};
use proto::codec::Text as _;

use crate::documents::{Grant, World, period, policies};
use crate::question::{Question, questions};
use crate::{CompiledPolicy, HeldRole, PolicyDirectory, PolicySet};

/// How many questions a case has.
pub const QUESTIONS: usize = 100;
/// How often a role, an assignment or a policy has no effect at all.
const DISABLED: f64 = 0.1;

/// Documents and questions about them.
#[derive(Clone, Debug)]
pub struct Case {
    pub roles: Vec<AccessRole>,
    pub assignments: Vec<PolicyAssignment>,
    pub policies: Vec<Policy>,
    pub held: Vec<HeldRole>,
    /// The policies of each ceiling: that of a key, and one of the system.
    pub ceilings: Vec<Vec<Policy>>,
    pub questions: Vec<Question>,
}

impl Case {
    /// The policies as the crate compiles them.
    pub fn set(&self) -> PolicySet {
        let directory =
            PolicyDirectory::compile(&self.roles, &self.assignments, &self.policies).unwrap();
        let compiled = |policy: &Policy| Arc::new(CompiledPolicy::compile(policy, None).unwrap());
        let ceilings: Vec<Vec<_>> =
            self.ceilings.iter().map(|layer| layer.iter().map(compiled).collect()).collect();
        PolicySet::compile(&directory, &self.held, &ceilings).unwrap()
    }
}

/// A grant, whether its role, assignment and policy have effect, and whether another role has the policy, too.
type Link = (Grant, [bool; 3], Option<(Index, Period)>);
type Period = (Option<i64>, Option<i64>);

/// Random cases.
pub fn cases() -> impl Strategy<Value = Case> {
    let ceilings = vec(vec(about_more_calls(policies()), 0..4), 0..3);
    let has_effect = prop::array::uniform3(prop::bool::weighted(1.0 - DISABLED));
    let elsewhere = proptest::option::weighted(0.2, (any::<Index>(), period()));
    let grant = (about_more_calls(policies()), period(), period())
        .prop_map(|(policy, assigned, held)| Grant { policy, assigned, held });
    let links = vec((grant, has_effect, elsewhere), 0..6);
    // Most callers have no key.
    let ceilings = prop_oneof![2 => Just(Vec::new()), 1 => ceilings];
    (links, ceilings, vec(questions(), QUESTIONS))
        .prop_map(|(links, ceilings, questions)| case(&links, ceilings, questions))
}

fn case(links: &[Link], ceilings: Vec<Vec<Policy>>, questions: Vec<Question>) -> Case {
    let grants: Vec<Grant> = links.iter().map(|(grant, ..)| grant.clone()).collect();
    let World { mut roles, mut assignments, mut policies, held } = World::new(&grants);
    for (place, (_, [role, assignment, policy], elsewhere)) in links.iter().enumerate() {
        if !role {
            roles[place].status = AccessStatus::Disabled as i32;
        }
        if !assignment {
            assignments[place].status = AccessStatus::Disabled as i32;
        }
        if !policy {
            policies[place].status = PolicyStatus::Draft as i32;
        }
        if let Some((role, (starts_at, expires_at))) = elsewhere {
            assignments.push(PolicyAssignment {
                id: format!("assignment {}", assignments.len()),
                role_id: role.get(&roles).id.clone(),
                policy_id: policies[place].id.clone(),
                starts_at: *starts_at,
                expires_at: *expires_at,
                status: AccessStatus::Active as i32,
                ..PolicyAssignment::default()
            });
        }
    }
    Case { roles, assignments, policies, held, ceilings, questions }
}

/// Policies of more actions, and of records of a moment if their conditions are on attributes of these.
fn about_more_calls(policies: impl Strategy<Value = Policy>) -> impl Strategy<Value = Policy> {
    let all = Action::VALUES.iter().map(|(action, _)| *action as i32).collect::<Vec<_>>();
    let actions = prop::option::of(subsequence(all, 1..=Action::VALUES.len()));
    (policies, actions, any::<bool>()).prop_map(|(mut policy, actions, of_moments)| {
        if let Some(actions) = actions {
            policy.actions = actions;
        }
        let has_issuer_or_measure = policy.r#where.iter().any(|condition| {
            matches!(condition.dimension(), Dimension::Issuer | Dimension::Measure)
        });
        if of_moments && !has_issuer_or_measure {
            policy.endpoints.push(Endpoint::Transactions as i32);
        }
        policy
    })
}
