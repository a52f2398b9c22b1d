//! Profiles: what users tell about themselves and how they like the interface.

pub mod config;
pub mod context;
pub mod error;
pub mod profiles;
pub mod rpc;

mod consumers;

use anyhow::bail;
use futures::future::BoxFuture;
use kit::bus::Bus;
use kit::db::Db;
use kit::run::App;
use proto::profiles::v1::profiles_server::ProfilesServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::config::Config;
use crate::context::Context;
use crate::rpc::Rpc;

/// The tables of profiles.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Runs a subcommand of the service.
pub fn command(app: App, name: String) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        match name.as_str() {
            "serve" => serve(app).await,
            "check" => check(app),
            "migrate" => migrate(app).await,
            _ => bail!("there is no command {name:?}: serve, check or migrate"),
        }
    })
}

async fn serve(mut app: App) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    let ctx = Context::new(Db::connect(&app, &config.database), app.clock.clone());
    let bus = Bus::connect(&app, &config.nats_url)?;
    start(&app, &ctx, &bus);
    kit::grpc::serve(&app, config.listen, routes(ctx)).await?;
    kit::health::serve(&app, config.admin_listen).await?;
    Ok(())
}

/// Reads the settings and goes no further.
fn check(mut app: App) -> anyhow::Result<()> {
    Config::from_env(&mut app.env)?;
    Ok(())
}

/// Starts what runs beside the calls: the relay of events and the consumers.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    kit::outbox::relay(app, ctx.db.clone(), bus.clone());
    consumers::start(app, ctx, bus);
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(ProfilesServer::new(Rpc(ctx)))
}

async fn migrate(mut app: App) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    kit::db::migrate(&Db::connect(&app, &config.database), &MIGRATOR).await
}
