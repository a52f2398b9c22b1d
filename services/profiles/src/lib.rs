//! Profiles of users, their preferences, and the end of their onboarding.

pub mod consumers;
pub mod context;
mod error;
mod profiles;
mod rpc;

use kit::bus::Bus;
use kit::service::{Database, Host, Service};
use proto::profiles::v1::profiles_server::ProfilesServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::context::Context;
use crate::rpc::Rpc;

/// The migrations of profiles.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

pub static SERVICE: Service<()> = Service {
    name: "profiles",
    settings: |_| Ok(()),
    database: Some(Database::required(&MIGRATOR)),
    redis: false,
    start: |(), host, bus| Ok(start(host, bus)),
    commands: &[],
};

fn start(host: &Host, bus: &Bus) -> Routes {
    let ctx = Context::new(host.db().clone(), host.app.clock.clone());
    consumers::start(&host.app, &ctx, bus);
    routes(ctx)
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(ProfilesServer::new(Rpc(ctx)))
}
