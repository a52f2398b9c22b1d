//! Timeseries: what was measured, when it became known, and how it was obtained.

pub mod commands;
pub mod compute;
pub mod config;
pub mod consumers;
pub mod context;
pub mod datasets;
pub mod day;
pub mod error;
pub mod holders;
pub mod image;
pub mod import;
mod json;
pub mod measures;
pub mod recipes;
pub mod records;
pub mod resources;
mod rollups;
pub mod rpc;
pub mod sample;
pub mod seed;
pub mod transactions;

mod ask;
mod subjects;

use kit::bus::Bus;
use kit::run::App;
use proto::timeseries::v1::timeseries_server::TimeseriesServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use commands::command;

use crate::context::Context;
use crate::rpc::Rpc;

/// A question may name every slug that there is.
const MOST_BYTES: usize = 32 << 20;

/// The tables of the service.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Starts what runs beside the calls: the relay of events, what listens to others, and what keeps the image current.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    kit::outbox::relay(app, ctx.db.clone(), bus.clone());
    consumers::start(app, ctx, bus);
    image::keep(app, &ctx.db, &ctx.shelf, Some(bus));
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(TimeseriesServer::new(Rpc(ctx)).max_decoding_message_size(MOST_BYTES))
}
