//! The configured providers and their metadata, fetched when it is first needed.

use std::sync::Arc;
use std::time::Duration;

use kit::replaceable_secret::ParsedSecret;
use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClient, CoreClientAuthMethod, CoreGrantType,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
    CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
};
use openidconnect::{
    AdditionalProviderMetadata, ClientId, ClientSecret, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, ProviderMetadata, RedirectUrl,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::provider_http::{Http, HttpFailure};
use super::provider_settings::ProviderConfig;
use crate::config::Config;
use crate::error::IdentityError;

const FRESH: Duration = Duration::from_hours(1);
// An unreachable provider is tried again after this time; until then its users need not wait.
const DISCOVERY_RETRY: Duration = Duration::from_secs(2);
// Keys rotate rarely: a forged key id must not cause a fetch per request.
const RENEW: Duration = Duration::from_secs(10);

/// Whether the provider's answer names its issuer (RFC 9207).
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct IssuerParameter {
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for IssuerParameter {}

pub type Metadata = ProviderMetadata<
    IssuerParameter,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// The client of a discovered provider.
pub type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

pub struct Providers(Vec<Provider>);

impl Providers {
    /// Fetches nothing yet: an unreachable provider must not prevent the start.
    pub fn new(config: &Config) -> Result<Self, HttpFailure> {
        let providers = config.providers.now();
        providers.iter().map(|one| Provider::new(config, one)).collect::<Result<_, _>>().map(Self)
    }

    pub fn get(&self, id: &str) -> Result<&Provider, IdentityError> {
        self.0.iter().find(|one| one.config.id == id).ok_or(IdentityError::ProviderUnknown)
    }

    /// All of them, in the order of the settings.
    pub fn all(&self) -> impl Iterator<Item = &ProviderConfig> {
        self.0.iter().map(|one| &one.config)
    }
}

pub struct Provider {
    pub config: ProviderConfig,
    pub http: Http,
    redirect: String,
    /// The settings of all providers as they are now.
    settings: ParsedSecret<Vec<ProviderConfig>>,
    cached: Mutex<CachedMetadata>,
}

#[derive(Default)]
struct CachedMetadata {
    metadata: Option<Arc<Metadata>>,
    requested_at: Option<Instant>,
    failed: bool,
}

impl CachedMetadata {
    fn usable(&self, renew: bool) -> Option<Arc<Metadata>> {
        let age = self.requested_at?.elapsed();
        let max_age = match (renew, self.failed) {
            (true, _) => RENEW,
            (false, true) => DISCOVERY_RETRY,
            (false, false) => FRESH,
        };
        self.metadata.clone().filter(|_| age < max_age)
    }

    fn failed_recently(&self) -> bool {
        self.failed
            && self.metadata.is_none()
            && self
                .requested_at
                .is_some_and(|requested_at| requested_at.elapsed() < DISCOVERY_RETRY)
    }
}

impl Provider {
    fn new(config: &Config, provider: &ProviderConfig) -> Result<Self, HttpFailure> {
        Ok(Self {
            http: Http::new(provider.issuer.url())?,
            redirect: format!("{}/api/auth/callback/{}", config.public_url, provider.id),
            config: provider.clone(),
            settings: config.providers.clone(),
            cached: Mutex::default(),
        })
    }

    /// The metadata of the provider; `renew` if its keys turned out to be outdated.
    pub async fn discover(&self, renew: bool) -> Result<Arc<Metadata>, IdentityError> {
        let mut cached = self.cached.lock().await;
        if let Some(metadata) = cached.usable(renew) {
            return Ok(metadata);
        }
        if cached.failed_recently() {
            return Err(IdentityError::ProviderAway("it did not answer a moment ago".into()));
        }
        let discovered = Metadata::discover_async(self.config.issuer.clone(), &self.http).await;
        cached.requested_at = Some(Instant::now());
        cached.failed = discovered.is_err();
        match discovered {
            Ok(metadata) => Ok(cached.metadata.insert(Arc::new(metadata)).clone()),
            // Outdated metadata is better than none.
            Err(cause) => cached.metadata.clone().ok_or_else(|| {
                tracing::warn!(provider = self.config.id, %cause, "the metadata of a provider could not be fetched");
                IdentityError::ProviderAway(cause.into())
            }),
        }
    }

    /// A client for the provider with our credentials.
    pub fn client(&self, metadata: &Metadata) -> Result<Client, IdentityError> {
        let redirect = RedirectUrl::new(self.redirect.clone())
            .map_err(|cause| IdentityError::ProviderAway(cause.into()))?;
        let settings = self.settings.now();
        let config = settings.iter().find(|one| self.is_same_client(one)).unwrap_or(&self.config);
        let secret = config.client_secret.expose();
        let secret = (!secret.is_empty()).then(|| ClientSecret::new(secret.to_owned()));
        let id = ClientId::new(self.config.client_id.clone());
        Ok(CoreClient::from_provider_metadata(metadata.clone(), id, secret)
            .set_redirect_uri(redirect))
    }

    /// A secret is for one client at one issuer: another client, or one at another issuer, needs a restart.
    fn is_same_client(&self, other: &ProviderConfig) -> bool {
        let own = &self.config;
        other.id == own.id && other.issuer == own.issuer && other.client_id == own.client_id
    }
}
