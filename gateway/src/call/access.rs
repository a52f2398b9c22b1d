//! The access rules of procedures, and the entitlement that they grant to a caller.

use std::sync::Arc;

use kit::error::{ErrorCode, Problem};
use kit::grpc::Audience;
use proto::identity::v1::{Feature, PlanType, Role};

use super::caller::Caller;
use super::limits::Limits;

/// The rule of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// Everybody who is signed in.
    Member,
    /// Everybody who has the role.
    Role(Role),
}

/// The decision of the access rule for a caller. All later steps of the call use it: scopes, row limits and quotas that differ
/// between callers are decided in [`Access::grant`] and carried here.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The caller; a public procedure may have none.
    pub caller: Option<Arc<Caller>>,
    /// The part of the caller that an answer may depend on.
    pub entitlement: Entitlement,
    /// The limits of the call.
    pub limits: Limits,
}

/// Everything about a caller that an answer may depend on. Callers with equal entitlements share cached answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entitlement {
    /// The role of a signed-in user.
    pub role: Option<Role>,
    /// The plan of the organization.
    pub plan: Option<PlanType>,
    /// The flags that are on, in the order of their numbers.
    pub features: Vec<Feature>,
}

impl Access {
    pub const ADMINISTRATORS: Self = Self::Role(Role::Admin);

    /// Whether it is decided without knowing who calls.
    pub fn is_public(self) -> bool {
        self == Self::Public
    }

    /// Decides for a caller of a procedure with these limits.
    pub fn grant(self, caller: Option<Arc<Caller>>, limits: Limits) -> Result<Grant, Problem> {
        match (self, caller.as_deref()) {
            (Self::Public, _) | (Self::Member, Some(_)) => {}
            (Self::Role(role), Some(caller)) if caller.user.role() == role => {}
            (Self::Member | Self::Role(_), None) => return Err(unauthenticated()),
            (Self::Role(_), Some(_)) => {
                let message = "Your role does not allow this";
                return Err(Problem::new(ErrorCode::Forbidden, "role_required", message));
            }
        }
        let entitlement = Entitlement::from_caller(caller.as_deref());
        Ok(Grant { caller, entitlement, limits })
    }
}

impl Entitlement {
    /// Who reads an answer, in the words of licences.
    pub fn audience(&self) -> Audience {
        match self.role {
            Some(Role::Admin) => Audience::Administrators,
            Some(_) => Audience::Members,
            None => Audience::Everybody,
        }
    }

    /// The entitlement of a caller, or of a visitor who is not signed in.
    pub fn from_caller(caller: Option<&Caller>) -> Self {
        let Some(user) = caller.map(|caller| &caller.user) else { return Self::default() };
        let plan = user.organization.as_ref().and_then(|organization| organization.plan.as_ref());
        let mut features: Vec<Feature> = user.features().collect();
        features.sort_unstable_by_key(|feature| *feature as i32);
        features.dedup();
        Self {
            role: Some(user.role()),
            plan: plan.map(proto::identity::v1::Plan::r#type),
            features,
        }
    }
}

/// The refusal of a caller who is not signed in.
pub fn unauthenticated() -> Problem {
    Problem::new(ErrorCode::Unauthenticated, "unauthenticated", "UNAUTHORIZED")
}
