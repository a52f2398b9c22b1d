//! The access rules of procedures, and the entitlement that they grant to a caller.

use std::sync::Arc;

use kit::error::Problem;
use kit::grpc::Audience;
use kit::peers::fresh_sign_in_required;
use proto::identity::v1::{Feature, PlanType, Role};

use super::caller::Caller;
use super::limits::Limits;
use super::refusal_texts::{role_required, unauthenticated};

/// The rule of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// Everybody who is signed in.
    Member,
    /// Everybody who has the role.
    Role(Role),
    /// Everybody who satisfies the rule and signed in a moment ago (`STEP_UP_MAX_AGE` of identity).
    Fresh(&'static Access),
}

/// The decision of the access rule for a caller. All later steps of the call use it: scopes, row limits and quotas that differ
/// between callers are decided in [`Access::grant`] and carried here.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The caller; a public procedure may have none.
    pub caller: Option<Arc<Caller>>,
    /// The part of the caller that an answer may depend on.
    pub entitlement: Entitlement,
    pub limits: Limits,
}

/// Everything about a caller that an answer may depend on. Callers with equal entitlements share cached answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entitlement {
    /// The role of a signed-in user.
    pub role: Option<Role>,
    pub plan: Option<PlanType>,
    /// The flags that are on, in the order of their numbers.
    pub features: Vec<Feature>,
}

impl Access {
    /// The rule of actions whose effects outlast a session that was stolen or left open, such as a new way to sign in.
    pub const FRESH_MEMBERS: Self = Self::Fresh(&Self::Member);
    /// The rule of what administrators read.
    pub const ADMINISTRATORS: Self = Self::Role(Role::Admin);
    /// The rule of what administrators write.
    pub const FRESH_ADMINISTRATORS: Self = Self::Fresh(&Self::ADMINISTRATORS);

    /// Whether it is decided without knowing who calls.
    pub fn is_public(self) -> bool {
        self == Self::Public
    }

    /// Decides for a caller of a procedure with these limits, at this moment in milliseconds.
    pub fn grant(
        self,
        caller: Option<Arc<Caller>>,
        limits: Limits,
        now: i64,
    ) -> Result<Grant, Problem> {
        self.check(caller.as_deref(), now)?;
        let entitlement = Entitlement::from_caller(caller.as_deref());
        Ok(Grant { caller, entitlement, limits })
    }

    fn check(self, caller: Option<&Caller>, now: i64) -> Result<(), Problem> {
        match (self, caller) {
            (Self::Public, _) | (Self::Member, Some(_)) => Ok(()),
            (Self::Role(role), Some(caller)) if caller.user.role() == role => Ok(()),
            (Self::Role(_), Some(_)) => Err(role_required()),
            (Self::Fresh(rule), Some(caller)) => {
                rule.check(Some(caller), now)?;
                if caller.person.is_fresh(now) { Ok(()) } else { Err(fresh_sign_in_required()) }
            }
            (Self::Member | Self::Role(_) | Self::Fresh(_), None) => Err(unauthenticated()),
        }
    }
}

impl Entitlement {
    /// The reader of an answer, in the words of licences.
    pub fn audience(&self) -> Audience {
        Audience::from_role(self.role)
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
