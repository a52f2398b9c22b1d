//! All policies at an epoch, compiled, and the sets of them that callers with equal roles share.

use std::sync::Arc;

use kit::error::Problem;
use moka::sync::Cache;
use policy::{DirectoryError, HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::GetPoliciesResponse;

use super::ceiling::Ceiling;
use super::plan_roles::{self, PlanPolicies, PlanRole};
use crate::call::refusal_texts::access_denied;

/// The most different lists of roles, each below each ceiling, for which compiled policies are kept.
const MOST_SETS: u64 = 10_000;
/// The same for the policies with each plan, which are ten sets. Most callers have no other roles, and share one.
const MOST_SETS_WITH_PLANS: u64 = 200;

/// All policies at an epoch; immutable but for the sets, which are compiled when a caller needs them.
pub struct Snapshot {
    pub epoch: i64,
    /// The digest of the contents, as the service calculated it.
    pub hash: String,
    compiled: Arc<Compiled>,
}

struct Compiled {
    directory: PolicyDirectory,
    plan_roles: Vec<PlanRole>,
    sets: Cache<SetKey, Arc<PolicySet>>,
    sets_with_plans: Cache<SetKey, Arc<[PlanPolicies]>>,
}

type SetKey = (Arc<[HeldRole]>, Option<Arc<Ceiling>>);

/// The policies of a list of roles, and of which snapshot they are.
#[derive(Clone)]
pub struct HeldPolicies {
    pub set: Arc<PolicySet>,
    roles: Arc<[HeldRole]>,
    ceiling: Option<Arc<Ceiling>>,
    of: Arc<Compiled>,
}

impl Snapshot {
    /// Compiles the policies of an answer.
    pub fn compile(answer: &GetPoliciesResponse) -> Result<Self, Vec<DirectoryError>> {
        let GetPoliciesResponse { roles, policies, assignments, .. } = answer;
        let directory = PolicyDirectory::compile(roles, assignments, policies)?;
        let compiled = Arc::new(Compiled {
            plan_roles: plan_roles::by_size(&directory, roles),
            directory,
            sets: Cache::builder().max_capacity(MOST_SETS).build(),
            sets_with_plans: Cache::builder().max_capacity(MOST_SETS_WITH_PLANS).build(),
        });
        Ok(Self { epoch: answer.epoch, hash: answer.hash.clone(), compiled })
    }

    /// The same policies at a later epoch: grants of roles raise it, too.
    pub fn at(&self, epoch: i64) -> Self {
        Self { epoch, hash: self.hash.clone(), compiled: Arc::clone(&self.compiled) }
    }

    /// The policies of a list of roles, below the ceiling of a key.
    pub fn held(
        &self,
        roles: &Arc<[HeldRole]>,
        ceiling: Option<&Arc<Ceiling>>,
    ) -> Result<HeldPolicies, Problem> {
        let Compiled { directory, sets, .. } = &*self.compiled;
        let layers = ceiling.map_or(&[][..], |ceiling| ceiling.layers());
        let compile = || PolicySet::compile(directory, roles, layers).map(Arc::new);
        let key = (Arc::clone(roles), ceiling.cloned());
        let set = sets.try_get_with(key, compile).map_err(|error| {
            // Leaving out a permission or a denial would decide wrongly.
            tracing::error!(?error, "the policies of a caller cannot be used together");
            access_denied()
        })?;
        let (roles, ceiling) = (Arc::clone(roles), ceiling.cloned());
        Ok(HeldPolicies { set, roles, ceiling, of: Arc::clone(&self.compiled) })
    }

    /// Whether a set was compiled from these policies.
    pub fn has(&self, held: &HeldPolicies) -> bool {
        Arc::ptr_eq(&self.compiled, &held.of)
    }
}

impl HeldPolicies {
    /// The roles, as they were loaded.
    pub fn roles(&self) -> &Arc<[HeldRole]> {
        &self.roles
    }

    /// The policies that the caller would have with each plan in place of the present one, the smallest plan first.
    pub fn with_plans(&self) -> Arc<[PlanPolicies]> {
        let Compiled { directory, plan_roles, sets_with_plans, .. } = &*self.of;
        let is_other = |role: &&HeldRole| !plan_roles.iter().any(|plan| plan.is(role));
        let others: Arc<[HeldRole]> = self.roles.iter().filter(is_other).cloned().collect();
        let ceiling = self.ceiling.clone();
        sets_with_plans.get_with((Arc::clone(&others), ceiling.clone()), || {
            let with = |plan: &PlanRole| plan.with(directory, &others, ceiling.as_deref());
            plan_roles.iter().filter_map(with).collect()
        })
    }
}
