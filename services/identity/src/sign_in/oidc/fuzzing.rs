//! A provider for the fuzz targets (`deploy/fuzz`): its metadata and keys are there, and its answers come from the target.

use kit::clock::Clock;
use openidconnect::core::{CoreClient, CoreJsonWebKeySet, CoreTokenResponse};
use openidconnect::{ClientId, ClientSecret, Nonce, RedirectUrl};
use time::OffsetDateTime;

use super::provider_account::{ProviderAccount, account_of_answer};
use super::providers::{Client, Metadata};

/// A provider whose answers are read.
pub struct Issuer {
    client: Client,
    clock: Clock,
}

impl Issuer {
    /// The provider with these metadata and keys, both as JSON, as this client sees it at an instant.
    pub fn new(
        metadata: &str,
        keys: &str,
        client_id: &str,
        now: OffsetDateTime,
    ) -> anyhow::Result<Self> {
        let metadata: Metadata = serde_json::from_str(metadata)?;
        let keys: CoreJsonWebKeySet = serde_json::from_str(keys)?;
        let (id, secret) =
            (ClientId::new(client_id.to_owned()), ClientSecret::new("hush".to_owned()));
        let redirect = RedirectUrl::new("https://app.example/api/auth/callback/acme".to_owned())?;
        let client = CoreClient::from_provider_metadata(metadata.set_jwks(keys), id, Some(secret));
        Ok(Self { client: client.set_redirect_uri(redirect), clock: Clock::fixed(now) })
    }

    /// The account that an answer of the token endpoint names.
    pub fn account(&self, answer: &[u8], nonce: &str) -> Option<ProviderAccount> {
        let tokens: CoreTokenResponse = serde_json::from_slice(answer).ok()?;
        account_of_answer(&self.clock, &self.client, &tokens, &Nonce::new(nonce.to_owned())).ok()
    }
}
