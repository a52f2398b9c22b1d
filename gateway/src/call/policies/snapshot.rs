//! All policies at an epoch, compiled, and the sets of them that callers with equal roles share.

use std::sync::Arc;

use kit::error::Problem;
use moka::sync::Cache;
use policy::{DirectoryError, HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::GetPoliciesResponse;

use crate::call::refusal_texts::access_denied;

/// The most different lists of roles for which compiled policies are kept.
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
    sets: Cache<Arc<[HeldRole]>, Arc<PolicySet>>,
}

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

    /// The policies of a list of roles.
    pub fn set(&self, roles: &Arc<[HeldRole]>) -> Result<CompiledSet, Problem> {
        let Compiled { directory, sets } = &*self.compiled;
        let compile = || PolicySet::compile(directory, roles, &[]).map(Arc::new);
        let set = sets.try_get_with(Arc::clone(roles), compile).map_err(|error| {
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
