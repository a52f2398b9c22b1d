//! The services behind the gateway.

use kit::config::ConfigError;
use kit::run::App;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::identity::v1::administration_client::AdministrationClient;
use proto::identity::v1::identity_client::IdentityClient;
use proto::profiles::v1::profiles_client::ProfilesClient;
use proto::timeseries::v1::timeseries_client::TimeseriesClient;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::config::Config;

/// The most that one answer of a service weighs.
const MOST_BYTES: usize = 32 << 20;

/// How the gateway reaches a service.
pub use kit::grpc::Channel;

/// A client for each service; clones share their connections.
#[derive(Clone)]
pub struct Upstream {
    /// Users and sessions.
    pub identity: IdentityClient<Channel>,
    /// What administrators see and change of users; served by identity.
    pub administration: AdministrationClient<Channel>,
    /// Profiles and preferences.
    pub profiles: ProfilesClient<Channel>,
    /// What exists, and what is known of it.
    pub catalog: CatalogClient<Channel>,
    /// Numbers over time.
    pub timeseries: TimeseriesClient<Channel>,
}

impl Upstream {
    /// Begins to look for the services; they may still be away.
    pub async fn connect(app: &App, config: &Config) -> Result<Self, ConfigError> {
        let identity = kit::grpc::connect(app, "IDENTITY_URL", &config.identity_url).await?;
        let profiles = kit::grpc::connect(app, "PROFILES_URL", &config.profiles_url).await?;
        let catalog = kit::grpc::connect(app, "CATALOG_URL", &config.catalog_url).await?;
        let timeseries = kit::grpc::connect(app, "TIMESERIES_URL", &config.timeseries_url).await?;
        watch(app, "identity", &identity);
        watch(app, "profiles", &profiles);
        watch(app, "catalog", &catalog);
        watch(app, "timeseries", &timeseries);
        Ok(Self {
            identity: IdentityClient::new(identity.clone()),
            // A page of a thousand users weighs more than the usual bound.
            administration: AdministrationClient::new(identity)
                .max_decoding_message_size(MOST_BYTES),
            profiles: ProfilesClient::new(profiles),
            // As does a page of a thousand records.
            catalog: CatalogClient::new(catalog).max_decoding_message_size(MOST_BYTES),
            timeseries: TimeseriesClient::new(timeseries).max_decoding_message_size(MOST_BYTES),
        })
    }
}

/// Reports a service that is away. The gateway stays ready: pages and what is public go on.
fn watch(app: &App, name: &'static str, channel: &Channel) {
    let client = HealthClient::new(channel.clone());
    app.health.watch(name, move || {
        let mut client = client.clone();
        async move {
            let request = HealthCheckRequest { service: String::new() };
            match client.check(request).await {
                Ok(answer) if answer.get_ref().status == ServingStatus::Serving as i32 => Ok(()),
                Ok(_) => Err("does not serve".to_owned()),
                Err(status) => Err(status.message().to_owned()),
            }
        }
    });
}
