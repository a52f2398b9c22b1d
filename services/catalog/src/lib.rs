//! The catalog: records of networks, issuers, assets, tokens and everything that they refer to.

mod answer_memory;
mod classification;
mod commands;
mod config;
pub mod consumers;
pub mod context;
mod editor;
mod error;
pub mod import;
pub mod kinds;
pub mod memory;
mod outside_scope;
pub mod resources;
mod rpc;
pub mod schema;
pub mod seed;
pub mod store;

mod read;

use kit::bus::Bus;
use kit::service::{Database, Host, Service};
use proto::catalog::v1::catalog_server::CatalogServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use read::{record, rows};

use crate::answer_memory::AnswerMemory;
use crate::config::Config;
use crate::context::Context;
use crate::import::calls;
use crate::memory::Records;
use crate::rpc::Rpc;

/// The tables of the catalog.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// The service's database. Lists are answered from memory while it cannot be reached. Joins are planned in the order in which
/// they are written: planning every other order takes forty times as long as the answer.
pub const DATABASE: Database = Database {
    settings: &[("join_collapse_limit", "1")],
    is_required: false,
    ..Database::required(&MIGRATOR)
};

pub static SERVICE: Service<Config> = Service {
    name: "catalog",
    settings: Config::from_env,
    database: Some(DATABASE),
    redis: false,
    start: |config, host, bus| Ok(start(config, host, bus)),
    commands: commands::COMMANDS,
};

fn start(config: Config, host: &Host, bus: &Bus) -> Routes {
    let (db, clock) = (host.db().clone(), host.app.clock.clone());
    let load_db = host.background_db_with_pool(commands::STATEMENT, 2);
    let imports = calls::imports(host.app.clone(), db.clone(), load_db);
    let ctx = Context { db, records: Records::new(config.memory_bytes), clock };
    ctx.records.start(&host.app, &ctx.db);
    consumers::start(&host.app, &ctx, bus);
    routes(ctx).add_service(calls::service(imports))
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(CatalogServer::new(Rpc(ctx, AnswerMemory::default())))
}
