//! Catalog: what exists, and what is known of it.

pub mod commands;
pub mod config;
pub mod context;
pub mod editor;
pub mod entities;
pub mod error;
pub mod images;
pub mod import;
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

use kit::bus::Bus;
use kit::run::App;
use proto::catalog::v1::catalog_server::CatalogServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use commands::command;
pub use records::rows;

use crate::context::Context;
use crate::rpc::Rpc;

/// The tables of the catalog.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Starts what runs beside the calls: the relay of events, and what keeps the records in memory current.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    ctx.images.keep(app, &ctx.db);
    kit::outbox::relay(app, ctx.db.clone(), bus.clone());
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(CatalogServer::new(Rpc(ctx)))
}
