//! Catalog: what exists, and what is known of it.

pub mod commands;
pub mod config;
pub mod context;
pub mod editor;
pub mod error;
pub mod images;
pub mod import;
pub mod kinds;
pub mod resources;
pub mod rpc;
pub mod sample;
pub mod schema;
pub mod seed;
pub mod status;
pub mod store;

mod loans;
mod names;
mod records;

use kit::service::{Database, Host, Service};
use proto::catalog::v1::catalog_server::CatalogServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use records::rows;

use crate::config::Config;
use crate::context::Context;
use crate::images::Images;
use crate::rpc::Rpc;

/// The tables of the catalog.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// The service's database. Records are answered from memory while it is away. Joins are planned as they are written, a table
/// with what it refers to: to try every other order takes the server forty times as long as to answer.
pub const DATABASE: Database = Database {
    migrations: &MIGRATOR,
    settings: &[("join_collapse_limit", "1")],
    is_required: false,
};

/// The service.
pub static SERVICE: Service<Config> = Service {
    name: "catalog",
    settings: Config::from_env,
    database: Some(DATABASE),
    redis: false,
    start: |config, host, _| Ok(start(config, host)),
    commands: commands::COMMANDS,
};

fn start(config: Config, host: &Host) -> Routes {
    let (db, clock) = (host.db().clone(), host.app.clock.clone());
    let ctx = Context { db, images: Images::new(config.memory_bytes), clock };
    ctx.images.keep(&host.app, &ctx.db);
    routes(ctx)
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(CatalogServer::new(Rpc(ctx)))
}
