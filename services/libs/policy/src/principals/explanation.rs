//! Explanations of decisions.

use std::sync::Arc;

use super::chain::{Call, CeilingPart, Documents, Link, ceiling_parts, links};
use super::decision::Decision;
use super::directory::{DirectoryError, PolicyDirectory};
use super::held_role::HeldRole;
use super::policy_set::{PolicySet, PolicySetError};
use crate::policies::compiled_policy::CompiledPolicy;
use crate::scope::narrowing::Narrowing;
use crate::scope::selection::Selection;
use crate::sets::limits::Limits;

/// Why a decision is as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Every way from the caller's roles to policies, also those without effect.
    pub links: Vec<Link>,
    /// The policies of the ceilings, in their order.
    pub ceilings: Vec<CeilingPart>,
    /// The decision of `PolicySet::decide`, with the permissions and exclusions of its scope.
    pub decision: Decision,
    /// How the selection lies to the scope, if the call is allowed.
    pub narrowing: Option<Narrowing>,
    /// The limits of the call, if it is allowed.
    pub limits: Option<Limits>,
}

/// Why a decision cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplanationError {
    Documents(Vec<DirectoryError>),
    PolicySet(PolicySetError),
}

/// The explanation of a call of a caller with some roles below some ceilings. Roles that the caller held once are no part of the
/// decision; their ways to policies follow the others.
pub fn explain(
    documents: Documents<'_>,
    (roles, ended): (&[HeldRole], &[HeldRole]),
    ceilings: &[Vec<Arc<CompiledPolicy>>],
    call: Call,
    selection: &Selection,
) -> Result<Explanation, ExplanationError> {
    let Documents { roles: all_roles, assignments, policies } = documents;
    let directory = PolicyDirectory::compile(all_roles, assignments, policies)
        .map_err(ExplanationError::Documents)?;
    let set =
        PolicySet::compile(&directory, roles, ceilings).map_err(ExplanationError::PolicySet)?;
    let decision = set.decide(call.endpoint, call.action, call.now, call.address).clone();
    let scope = decision.scope();
    Ok(Explanation {
        links: [links(documents, roles, call, selection), links(documents, ended, call, selection)]
            .concat(),
        ceilings: ceilings
            .iter()
            .flat_map(|ceiling| ceiling_parts(ceiling, call, selection))
            .collect(),
        narrowing: scope.map(|scope| scope.narrow(selection, call.now)),
        limits: scope.and_then(|scope| scope.limits_for(selection, call.now)),
        decision,
    })
}
