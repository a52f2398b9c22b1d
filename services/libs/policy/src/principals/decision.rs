//! Decisions on calls.

use std::sync::Arc;

use crate::policies::compiled_policy::PolicyVersion;
use crate::scope::{Scope, TooManyPermissions};

/// Why a call is denied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DenialReason {
    /// No policy allows the action at the endpoint.
    NotAllowed,
    /// A denial without conditions.
    Denied(PolicyVersion),
    /// Denials take away everything that is allowed.
    NothingLeft,
    /// A ceiling, such as that of an API key, allows nothing of it.
    Ceiling,
    /// The policies have too many different permissions to be evaluated.
    TooManyPermissions(TooManyPermissions),
}

impl DenialReason {
    /// The stable name.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::NotAllowed => "policy.not_allowed",
            Self::Denied(_) => "policy.denied",
            Self::NothingLeft => "policy.nothing_left",
            Self::Ceiling => "policy.ceiling",
            Self::TooManyPermissions(_) => "policy.too_many_permissions",
        }
    }
}

/// Whether a call is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The caller receives what is inside the scope.
    Allowed(Arc<Scope>),
    Denied(DenialReason),
}

/// The decision on a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub outcome: Outcome,
    /// The policies in effect that are about the action at the endpoint, those of ceilings included, in the order of their
    /// ids.
    pub policies: Vec<PolicyVersion>,
}

impl Decision {
    /// The scope of an allowed call.
    pub fn scope(&self) -> Option<&Arc<Scope>> {
        match &self.outcome {
            Outcome::Allowed(scope) => Some(scope),
            Outcome::Denied(_) => None,
        }
    }
}
