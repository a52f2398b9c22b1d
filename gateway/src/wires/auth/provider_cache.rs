//! The ways to sign in, cached for a moment.

use std::sync::{Arc, PoisonError, RwLock};

use kit::clock::Clock;
use kit::error::Problem;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{ListProvidersRequest, Provider};
use time::{Duration, OffsetDateTime};

use crate::upstream::Channel;

/// How long a list of providers is used before identity is asked again.
const PROVIDERS_LIFETIME: Duration = Duration::seconds(30);

type List = Arc<Vec<Provider>>;

/// The last list of providers that identity returned.
pub struct ProviderCache {
    identity: IdentityClient<Channel>,
    clock: Clock,
    cached: RwLock<Option<(OffsetDateTime, List)>>,
}

impl ProviderCache {
    pub fn new(identity: IdentityClient<Channel>, clock: Clock) -> Self {
        Self { identity, clock, cached: RwLock::default() }
    }

    /// The list; while identity is away, the last one it returned.
    pub async fn list(&self) -> Result<List, Problem> {
        let now = self.clock.now();
        let cached = self.cached.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((at, list)) = &cached
            && now - *at < PROVIDERS_LIFETIME
        {
            return Ok(Arc::clone(list));
        }
        match self.identity.clone().list_providers(ListProvidersRequest {}).await {
            Ok(answer) => {
                let list = Arc::new(answer.into_inner().providers);
                let fresh = Some((now, Arc::clone(&list)));
                *self.cached.write().unwrap_or_else(PoisonError::into_inner) = fresh;
                Ok(list)
            }
            Err(status) => match cached {
                Some((_, list)) => Ok(list),
                None => Err(Problem::from(status)),
            },
        }
    }

    pub async fn find(&self, id: &str) -> Result<Option<Provider>, Problem> {
        Ok(self.list().await?.iter().find(|provider| provider.id == id).cloned())
    }
}
