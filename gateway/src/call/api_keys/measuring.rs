//! The caches of API keys and of the policies of their holders, filled without a service, for the bench (`deploy/bench`).

use std::sync::Arc;

use kit::error::Problem;
use moka::sync::Cache;
use policy::{DirectoryError, HeldRole, PolicySet};
use proto::access::v1::{CheckApiKeyResponse, GetPoliciesResponse};
use tokio::time::Instant;

use super::{CachedKey, MAX_KEYS};
use crate::call::caller::KeyCaller;
use crate::call::look_ups::{CredentialDigest, digest};
use crate::call::policies::principals::{Principal, Principals};
use crate::call::policies::snapshot::Snapshot;

/// The policies, and the keys that called lately with the roles of their holders.
pub struct FilledCaches {
    snapshot: Snapshot,
    principals: Principals,
    cached: Cache<CredentialDigest, Arc<CachedKey>>,
    known: Cache<CredentialDigest, ()>,
}

impl FilledCaches {
    /// The compiled policies of an answer, without callers.
    pub fn new(answer: &GetPoliciesResponse) -> Result<Self, Vec<DirectoryError>> {
        Ok(Self {
            snapshot: Snapshot::compile(answer)?,
            principals: Principals::default(),
            cached: Cache::new(MAX_KEYS),
            known: Cache::new(MAX_KEYS),
        })
    }

    /// The policies of the holder of a key, after the service answered for both.
    pub fn add(
        &self,
        text: &str,
        key: CheckApiKeyResponse,
        roles: Vec<HeldRole>,
    ) -> Result<Arc<PolicySet>, Problem> {
        let now = Instant::now();
        let caller = Arc::new(KeyCaller::new(key, now)?);
        let holder = Arc::clone(&caller.holder);
        let roles: Arc<[HeldRole]> = roles.into();
        let policies = Arc::new(self.snapshot.held(&roles, holder.ceiling.as_ref())?);
        let set = Arc::clone(&policies.set);
        let epoch = self.snapshot.epoch;
        let principal = Principal { epoch, loaded_at: now, policies };
        self.principals.insert(holder, Arc::new(principal));
        let checked = CachedKey { caller, generation: 0, is_followed: true };
        self.cached.insert(digest(text), Arc::new(checked));
        self.known.insert(digest(text), ());
        Ok(set)
    }

    /// How many keys are cached.
    pub fn key_count(&self) -> u64 {
        self.cached.run_pending_tasks();
        self.cached.entry_count()
    }
}
