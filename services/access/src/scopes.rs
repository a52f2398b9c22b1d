//! The scopes of policies together, as the engine of policies evaluates them.

use std::sync::Arc;

use policy::{HeldRole, PolicyDirectory, PolicySet, Scope};
use proto::access::v1::{
    AccessRole, AccessStatus, Action, Endpoint, Policy, PolicyAssignment, PolicyStatus,
};
use proto::codec::Text;

use crate::error::AccessError;
use crate::escalation::HeldPolicy;

/// An action at an endpoint.
pub type Cell = (Endpoint, Action);

/// Every action at every endpoint.
pub fn cells() -> impl Iterator<Item = Cell> {
    Endpoint::VALUES.iter().flat_map(|(endpoint, _)| {
        Action::VALUES.iter().map(move |(action, _)| (*endpoint, *action))
    })
}

/// The scopes of somebody who holds some policies.
pub struct Scopes(PolicySet);

impl Scopes {
    /// The scopes of these policies together.
    pub fn new(held: Vec<HeldPolicy>) -> Result<Self, AccessError> {
        let role = AccessRole {
            id: "role".to_owned(),
            status: AccessStatus::Active.into(),
            ..AccessRole::default()
        };
        let mut assignments = Vec::new();
        let mut policies = Vec::new();
        // A policy that is held twice is two documents, as the terms may differ.
        for (place, held) in held.into_iter().enumerate() {
            let id = place.to_string();
            assignments.push(PolicyAssignment {
                id: id.clone(),
                role_id: role.id.clone(),
                policy_id: id.clone(),
                starts_at: held.starts_at,
                expires_at: held.expires_at,
                status: AccessStatus::Active.into(),
                limit_overrides: held.overrides,
                ..PolicyAssignment::default()
            });
            let status = PolicyStatus::Active.into();
            policies.push(Policy { id, status, ..held.policy });
        }
        let held = HeldRole::new(&role.id, None, None);
        let directory = PolicyDirectory::compile(&[role], &assignments, &policies);
        let directory = directory.map_err(|errors| AccessError::Stored(format!("{errors:?}")))?;
        let set = PolicySet::compile(&directory, &[held], &[]);
        set.map(Self).map_err(|_| AccessError::Full("different permissions of a role"))
    }

    /// The scope of an action at an endpoint; none if nothing is allowed. Policies for certain networks allow nothing, as the
    /// network of a caller is not known here.
    pub fn at(&self, (endpoint, action): Cell, now: i64) -> Option<&Arc<Scope>> {
        self.0.decide(endpoint, action, now, None).scope()
    }
}
