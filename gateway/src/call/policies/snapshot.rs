//! All policies at an epoch, compiled, and the sets of them that callers with equal roles share.

use std::sync::Arc;

use kit::error::Problem;
use moka::sync::Cache;
use policy::{DirectoryError, HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::GetPoliciesResponse;

use super::ceiling::Ceiling;
use crate::call::refusal_texts::access_denied;

/// The most different lists of roles, each below each ceiling, for which compiled policies are kept.
const MOST_SETS: u64 = 10_000;

/// All policies at an epoch; immutable but for the sets, which are compiled when a caller needs them.
pub struct Snapshot {
    pub epoch: i64,
    /// The digest of the contents, as the service calculated it.
    pub hash: String,
    compiled: Arc<Compiled>,
}

struct Compiled {
    directory: PolicyDirectory,
    sets: Cache<SetKey, Arc<PolicySet>>,
}

type SetKey = (Arc<[HeldRole]>, Option<Arc<Ceiling>>);

/// The policies of a list of roles, and of which snapshot they are.
#[derive(Clone)]
pub struct CompiledSet {
    pub set: Arc<PolicySet>,
    of: Arc<Compiled>,
}

impl Snapshot {
    /// Compiles the policies of an answer.
    pub fn compile(answer: &GetPoliciesResponse) -> Result<Self, Vec<DirectoryError>> {
        let GetPoliciesResponse { roles, policies, assignments, .. } = answer;
        let directory = PolicyDirectory::compile(roles, assignments, policies)?;
        let sets = Cache::builder().max_capacity(MOST_SETS).build();
        let compiled = Arc::new(Compiled { directory, sets });
        Ok(Self { epoch: answer.epoch, hash: answer.hash.clone(), compiled })
    }

    /// The same policies at a later epoch: grants of roles raise it, too.
    pub fn at(&self, epoch: i64) -> Self {
        Self { epoch, hash: self.hash.clone(), compiled: Arc::clone(&self.compiled) }
    }

    /// The policies of a list of roles, below the ceiling of a key.
    pub fn set(
        &self,
        roles: &Arc<[HeldRole]>,
        ceiling: Option<&Arc<Ceiling>>,
    ) -> Result<CompiledSet, Problem> {
        let Compiled { directory, sets } = &*self.compiled;
        let layers = ceiling.map_or(&[][..], |ceiling| ceiling.layers());
        let compile = || PolicySet::compile(directory, roles, layers).map(Arc::new);
        let key = (Arc::clone(roles), ceiling.cloned());
        let set = sets.try_get_with(key, compile).map_err(|error| {
            // Leaving out a permission or a denial would decide wrongly.
            tracing::error!(?error, "the policies of a caller cannot be used together");
            access_denied()
        })?;
        Ok(CompiledSet { set, of: Arc::clone(&self.compiled) })
    }

    /// Whether a set was compiled from these policies.
    pub fn has(&self, set: &CompiledSet) -> bool {
        Arc::ptr_eq(&self.compiled, &set.of)
    }
}
