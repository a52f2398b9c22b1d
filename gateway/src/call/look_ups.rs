//! Look-ups of sessions and API keys that are under way, each for all requests that wait for it.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use kit::error::Problem;
use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use super::failure::Failure;
use super::limits::{self, DEADLINE};
use super::principal::Principal;

/// The digest of a credential.
pub type CredentialDigest = [u8; 32];

/// The credential, who sent it, and the generation in which the service is asked: a request that arrives after an event does not
/// join a look-up from before it.
pub type LookUpKey = (CredentialDigest, Principal, u64);

/// A look-up under way, for all who wait for it. If the first of them goes away, or its time is over, another one takes its
/// place.
type LookUp<T> = Arc<OnceCell<Result<T, Failure>>>;

/// The look-ups under way.
pub struct LookUps<T>(Cache<LookUpKey, LookUp<T>>);

impl<T: Clone + Send + Sync + 'static> LookUps<T> {
    /// Remembers up to a number of look-ups, each no longer than this time.
    pub fn new(most: u64, lifetime: Duration) -> Self {
        Self(Cache::builder().max_capacity(most).time_to_live(lifetime).build())
    }

    /// The outcome of a look-up, which requests with the same key share. A problem concerns the request alone that made it: those that
    /// came later have time left.
    pub async fn share<F>(
        &self,
        key: LookUpKey,
        look_up: impl FnOnce() -> F + Send,
    ) -> Result<Result<T, Failure>, Problem>
    where
        F: Future<Output = Result<Result<T, Failure>, Problem>> + Send,
    {
        let shared = self.0.get_with(key.clone(), LookUp::default);
        let outcome =
            limits::within(DEADLINE, async { Ok(shared.get_or_try_init(look_up).await?.clone()) });
        // Boxed, as most calls need none of this and would be larger by all of it.
        let outcome = outcome.boxed().await?;
        self.0.invalidate(&key);
        Ok(outcome)
    }
}

/// The digest of the text of a credential.
pub fn digest(credential: &str) -> CredentialDigest {
    Sha256::digest(credential).into()
}
