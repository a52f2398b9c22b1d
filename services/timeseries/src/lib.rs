//! Timeseries: measured values, the time at which they became known, and their sources.

pub mod calculations;
mod class_changes;
mod commands;
mod config;
mod consumers;
pub mod context;
pub mod datasets;
mod error;
mod holders;
pub mod import;
mod json;
mod lists;
mod loads;
mod measures;
pub mod resources;
mod rpc;
mod scopes;
pub mod seed;
pub mod snapshot;
pub mod transactions;

mod query;
mod source_ranks;
mod subjects;
mod visibility;

use kit::bus::Bus;
use kit::grpc::LARGEST_MESSAGE;
use kit::run::App;
use kit::service::{Database, Host, Service};
use proto::timeseries::v1::timeseries_server::TimeseriesServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::calculations::Calculations;
use crate::config::Config;
use crate::context::{Context, answer_budget};
use crate::import::calls;
use crate::rpc::Rpc;
use crate::snapshot::CurrentSnapshot;

/// The tables of the service.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// The service. It answers numbers from memory while the database is unavailable.
pub static SERVICE: Service<Config> = Service {
    name: "timeseries",
    settings: Config::from_env,
    database: Some(Database { is_required: false, ..Database::required(&MIGRATOR) }),
    redis: false,
    start: |config, host, bus| Ok(start(config, host, bus)),
    commands: commands::COMMANDS,
};

fn start(config: Config, host: &Host, bus: &Bus) -> Routes {
    let (db, clock) = (host.db().clone(), host.app.clock.clone());
    let snapshot = CurrentSnapshot::new(config.snapshot_bytes);
    let answers = answer_budget(config.answer_bytes);
    let (calculations, earlier_states) = (Calculations::default(), Calculations::default());
    let ctx = Context { db, clock, snapshot, answers, calculations, earlier_states };
    listen(&host.app, &ctx, bus);
    datasets::keep(&host.app, &ctx, config.signing_key, config.datasets_every);
    let load_db = host.background_db_with_pool(commands::STATEMENT, 2);
    let imports = calls::imports(host.app.clone(), ctx.db.clone(), load_db);
    routes(ctx).add_service(calls::service(imports))
}

/// Starts the consumers, and the task that keeps the snapshot current.
pub fn listen(app: &App, ctx: &Context, bus: &Bus) {
    consumers::start(app, ctx, bus);
    snapshot::follow(app, &ctx.db, &ctx.snapshot, Some(bus));
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(TimeseriesServer::new(Rpc(ctx)).max_decoding_message_size(LARGEST_MESSAGE))
}
