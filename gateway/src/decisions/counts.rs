//! The numbers of decisions by roles, policies, action, endpoint and outcome.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use kit::clock::DAY_MILLISECONDS;
use policy::PolicySet;
use proto::access::v1::{Action, DecisionCount, DecisionOutcome, Endpoint};

use super::Decided;

/// The most different decisions that wait for a report, as when the service is away.
const MOST: usize = 20_000;

/// Decisions that are counted together. Callers with equal roles share their policies and the decisions by them, so that the
/// addresses of both say which they are, as long as the policies are held.
#[derive(PartialEq, Eq, Hash)]
struct Kind {
    policies: usize,
    decision: usize,
    endpoint: Endpoint,
    action: Action,
    outcome: DecisionOutcome,
    day_at: i64,
}

struct Count {
    policies: Arc<PolicySet>,
    policy_ids: Vec<String>,
    decisions: i64,
}

/// The decisions since the last report.
#[derive(Default)]
pub struct Counts(HashMap<Kind, Count>);

impl Counts {
    /// Counts a decision on an action at an endpoint; `false` if there is no room.
    pub fn add(
        &mut self,
        decided: &Decided<'_>,
        (endpoint, action): (Endpoint, Action),
        outcome: DecisionOutcome,
        now: i64,
    ) -> bool {
        let address = Some(decided.address);
        let decision = decided.policies.decide(endpoint, action, now, address);
        let kind = Kind {
            policies: Arc::as_ptr(decided.policies).addr(),
            decision: std::ptr::from_ref(decision).addr(),
            endpoint,
            action,
            outcome,
            day_at: now - now.rem_euclid(DAY_MILLISECONDS),
        };
        if let Some(count) = self.0.get_mut(&kind) {
            count.decisions += 1;
            return true;
        }
        if self.0.len() >= MOST {
            return false;
        }
        let policy_ids = decision.policies.iter().map(|policy| policy.id.to_string()).collect();
        let policies = Arc::clone(decided.policies);
        self.0.insert(kind, Count { policies, policy_ids, decisions: 1 });
        true
    }

    /// All of them, after which there are none. Roles are those that are held at a time.
    pub fn take(&mut self, now: i64) -> Vec<DecisionCount> {
        let counts = mem::take(&mut self.0).into_iter().map(|(kind, count)| {
            let held = count.policies.roles().iter().filter(|role| role.validity.contains(now));
            DecisionCount {
                day_at: kind.day_at,
                role_ids: held.map(|role| role.role_id.clone()).collect(),
                policy_ids: count.policy_ids,
                action: kind.action.into(),
                endpoint: kind.endpoint.into(),
                outcome: kind.outcome.into(),
                decisions: count.decisions,
            }
        });
        counts.collect()
    }
}
