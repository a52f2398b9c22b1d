//! Outcomes from the policies that have effect.

use std::sync::Arc;

use proto::access::v1::{Action, Endpoint};

use super::decision::{DenialReason, Outcome};
use crate::policies::compiled_policy::CompiledPolicy;
use crate::scope::Scope;

/// The outcome for an action at an endpoint.
///
/// Each layer is a list of policies in effect. The first layer grants; the others are ceilings. Every layer denies by
/// default, and a denial of one layer is a denial.
pub fn outcome(call: (Endpoint, Action), layers: &[Vec<&CompiledPolicy>]) -> Outcome {
    let mut scope: Option<Scope> = None;
    for (place, policies) in layers.iter().enumerate() {
        let denials = policies.iter().filter(|policy| policy.denies_calls());
        if let Some(denial) = denials.map(|policy| policy.version()).min() {
            return Outcome::Denied(DenialReason::Denied(denial.clone()));
        }
        let permissions: Vec<_> =
            policies.iter().filter_map(|policy| policy.permission(call.0, call.1)).collect();
        let allows_nothing = permissions.is_empty();
        let exclusions = policies.iter().filter_map(|policy| policy.exclusion(call.0));
        let of_layer = Scope::new(call, permissions, exclusions);
        let found = of_layer.and_then(|of_layer| match &scope {
            None => Ok(of_layer),
            Some(scope) => scope.intersect(&of_layer),
        });
        match found {
            Err(error) => return Outcome::Denied(DenialReason::TooManyPermissions(error)),
            Ok(found) if found.is_empty() => {
                return Outcome::Denied(match (place, allows_nothing) {
                    (0, true) => DenialReason::NotAllowed,
                    (0, false) => DenialReason::NothingLeft,
                    _ => DenialReason::Ceiling,
                });
            }
            Ok(found) => scope = Some(found),
        }
    }
    match scope {
        Some(scope) => Outcome::Allowed(Arc::new(scope)),
        None => Outcome::Denied(DenialReason::NotAllowed),
    }
}
