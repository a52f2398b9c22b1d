//! The services behind the gateway.

use kit::config::ConfigError;
use kit::run::App;
use proto::identity::v1::identity_client::IdentityClient;
use proto::profiles::v1::profiles_client::ProfilesClient;

use crate::config::Config;

/// How the gateway reaches a service.
pub use kit::grpc::Channel;

/// A client for each service; clones share their connections.
#[derive(Clone)]
pub struct Upstream {
    /// Users and sessions.
    pub identity: IdentityClient<Channel>,
    /// Profiles and preferences.
    pub profiles: ProfilesClient<Channel>,
}

impl Upstream {
    /// Begins to look for the services; they may still be away.
    pub async fn connect(app: &App, config: &Config) -> Result<Self, ConfigError> {
        let identity = kit::grpc::connect(app, "IDENTITY_URL", &config.identity_url).await?;
        let profiles = kit::grpc::connect(app, "PROFILES_URL", &config.profiles_url).await?;
        Ok(Self {
            identity: IdentityClient::new(identity),
            profiles: ProfilesClient::new(profiles),
        })
    }
}
