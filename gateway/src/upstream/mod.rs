//! The services behind the gateway, whose clients the build script writes from the list of services, and queries that
//! take more than one of them.

pub(crate) mod asset_classes;
pub(crate) mod catalog_filter;
pub(crate) mod class_groups;
pub(crate) mod dimensions;
pub(crate) mod filtered_slugs;
pub(crate) mod group_names;
pub(crate) mod ranked_rows;
pub(crate) mod rankings;

use std::collections::BTreeMap;

use kit::config::{ConfigError, Env};
use kit::grpc::LARGEST_MESSAGE;
use kit::run::App;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// How the gateway reaches a service.
pub use kit::grpc::Channel;

include!(concat!(env!("OUT_DIR"), "/upstream.rs"));

/// The address of each service, by its name.
pub type Addresses = BTreeMap<&'static str, String>;

/// Reads `<NAME>_URL` for each service; `http://<name>:9100` where it is not set, and with `SERVICE_TLS` https.
pub fn addresses(env: &mut Env) -> Result<Addresses, ConfigError> {
    let scheme = if env.text("SERVICE_TLS")?.is_some() { "https" } else { "http" };
    let address = |service: &&'static str| {
        let address = env.parsed(&setting(service), format!("{scheme}://{service}:9100"))?;
        Ok((*service, address))
    };
    SERVICES.iter().map(address).collect()
}

/// The setting with the address of a service: `CATALOG_URL`.
fn setting(service: &str) -> String {
    format!("{}_URL", service.to_uppercase())
}

async fn connect(
    app: &App,
    addresses: &Addresses,
    service: &'static str,
) -> Result<Channel, ConfigError> {
    let setting = setting(service);
    let url = addresses.get(service).map_or("", String::as_str);
    let channel = kit::grpc::connect(app, &setting, url).await?;
    watch(app, service, &channel);
    Ok(channel)
}

/// Reports a service that is away. The gateway stays ready: it still serves pages.
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
