//! All policies in effect, compiled once for all callers.

use std::collections::HashMap;
use std::sync::Arc;

use proto::access::v1::{AccessRole, AccessStatus, Policy, PolicyAssignment, PolicyStatus};

use crate::policies::compiled_policy::CompiledPolicy;
use crate::policies::field_error::FieldError;
use crate::sets::validity::Validity;

/// Why documents do not make a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectoryError {
    /// A policy in effect is not valid, or the limits of an assignment are not.
    InvalidPolicy { policy_id: String, assignment_id: Option<String>, errors: Vec<FieldError> },
    /// An assignment names a role or a policy that is not among the documents.
    Dangling { assignment_id: String },
}

/// A policy with the time of its assignment to a role.
#[derive(Clone, Debug)]
pub(crate) struct AssignedPolicy {
    pub policy: Arc<CompiledPolicy>,
    /// The time of both.
    pub validity: Validity,
}

/// The policies of each role. Drafts, archived policies and disabled roles and assignments are not part of it.
#[derive(Debug, Default)]
pub struct PolicyDirectory {
    roles: HashMap<String, Vec<AssignedPolicy>>,
}

impl PolicyDirectory {
    /// A directory of all documents. One error refuses them all: leaving out a denial would widen scopes.
    pub fn compile(
        roles: &[AccessRole],
        assignments: &[PolicyAssignment],
        policies: &[Policy],
    ) -> Result<Self, Vec<DirectoryError>> {
        let mut errors = Vec::new();
        let roles: HashMap<&str, &AccessRole> =
            roles.iter().map(|role| (role.id.as_str(), role)).collect();
        let mut compiled: HashMap<&str, Option<Arc<CompiledPolicy>>> = HashMap::new();
        for policy in policies {
            let is_active = policy.status() == PolicyStatus::Active;
            let found = is_active.then(|| CompiledPolicy::compile(policy, None).map(Arc::new));
            let found = found.transpose().unwrap_or_else(|invalid| {
                errors.push(invalid_policy(&policy.id, None, invalid));
                None
            });
            compiled.insert(&policy.id, found);
        }
        let documents: HashMap<&str, &Policy> =
            policies.iter().map(|policy| (policy.id.as_str(), policy)).collect();
        let mut directory = Self::default();
        for assignment in assignments.iter().filter(|known| known.status() == AccessStatus::Active)
        {
            let (role, policy) = (
                roles.get(assignment.role_id.as_str()),
                compiled.get(assignment.policy_id.as_str()),
            );
            let Some((role, policy)) = role.zip(policy) else {
                errors.push(DirectoryError::Dangling { assignment_id: assignment.id.clone() });
                continue;
            };
            let Some(policy) = policy.as_ref().filter(|_| role.status() == AccessStatus::Active)
            else {
                continue;
            };
            let policy = match &assignment.limit_overrides {
                None => Ok(Arc::clone(policy)),
                overrides => CompiledPolicy::compile(
                    documents[assignment.policy_id.as_str()],
                    overrides.as_ref(),
                )
                .map(Arc::new),
            };
            match policy {
                Ok(policy) => directory.assign(assignment, policy),
                Err(invalid) => {
                    let id = Some(assignment.id.clone());
                    errors.push(invalid_policy(&assignment.policy_id, id, invalid));
                }
            }
        }
        if errors.is_empty() { Ok(directory) } else { Err(errors) }
    }

    fn assign(&mut self, assignment: &PolicyAssignment, policy: Arc<CompiledPolicy>) {
        let validity = Validity::new(assignment.starts_at, assignment.expires_at);
        let validity = validity.and(policy.validity());
        let assigned = AssignedPolicy { policy, validity };
        self.roles.entry(assignment.role_id.clone()).or_default().push(assigned);
    }

    /// The policies of a role.
    pub(crate) fn policies(&self, role_id: &str) -> &[AssignedPolicy] {
        self.roles.get(role_id).map_or(&[], Vec::as_slice)
    }
}

fn invalid_policy(
    policy_id: &str,
    assignment_id: Option<String>,
    errors: Vec<FieldError>,
) -> DirectoryError {
    DirectoryError::InvalidPolicy { policy_id: policy_id.to_owned(), assignment_id, errors }
}
