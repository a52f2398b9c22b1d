//! The settings and state that all actions share.

use super::cookies::Names;
use super::provider_cache::ProviderCache;
use crate::state::AppState;

/// State that every action needs.
pub struct Auth {
    pub state: AppState,
    pub origin: String,
    pub names: Names,
    pub providers: ProviderCache,
}

impl Auth {
    pub fn new(state: AppState) -> Self {
        Self {
            origin: state.config.origin(),
            names: Names::new(state.config.is_secure()),
            providers: ProviderCache::new(state.upstream.identity.clone(), state.clock.clone()),
            state,
        }
    }

    pub fn url(&self, action: &str) -> String {
        format!("{}/api/auth/{action}", self.origin)
    }
}
