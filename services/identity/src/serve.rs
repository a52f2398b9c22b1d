//! What each subcommand starts, in order.

use std::sync::Arc;
use std::time::Duration;

use kit::bus::Bus;
use kit::cache::Cache;
use kit::db::{Db, DbConfig};
use kit::outbox;
use kit::run::App;
use proto::identity::v1::administration_server::AdministrationServer;
use proto::identity::v1::identity_server::IdentityServer;
use tonic::service::Routes;

use crate::administration::Administration;
use crate::config::{Config, Places};
use crate::context::Context;
use crate::oidc::providers::Providers;
use crate::rpc::Rpc;
use crate::{MIGRATOR, email, first_admin, sessions, teams};

const CLEAN_EVERY: Duration = Duration::from_mins(10);

/// Serves until the process is told to stop.
pub async fn serve(mut app: App) -> anyhow::Result<()> {
    let places = Places::from_env(&mut app.env)?;
    let ctx = Arc::new(context(&mut app, &places)?);
    if !ctx.config.signin_limits {
        tracing::warn!("SIGNIN_LIMITS is off: anybody may ask for any number of sign-in mails");
    }
    kit::health::serve(&app, places.admin_listen).await?;
    let bus = Bus::connect(&app, &places.nats_url)?;
    outbox::relay(&app, ctx.db.clone(), bus);
    spawn_cleaning(&app, ctx.clone());
    let routes = Routes::new(IdentityServer::new(Rpc(ctx.clone())))
        .add_service(AdministrationServer::new(Administration(ctx)));
    kit::grpc::serve(&app, places.listen, routes).await?;
    Ok(())
}

/// Reads the settings and goes no further.
pub fn check(mut app: App) -> anyhow::Result<()> {
    Places::from_env(&mut app.env)?;
    Providers::new(&Config::from_env(&mut app.env)?)?;
    Ok(())
}

/// Brings the tables up to date.
pub async fn migrate(mut app: App) -> anyhow::Result<()> {
    let database = DbConfig::from_env(&mut app.env, "IDENTITY")?;
    kit::db::migrate(&Db::connect(&app, &database), &MIGRATOR).await
}

/// Prints the link for the first administrator, or nothing.
pub async fn first_admin_link(mut app: App) -> anyhow::Result<()> {
    let places = Places::from_env(&mut app.env)?;
    let ctx = context(&mut app, &places)?;
    if let Some(link) = first_admin::link(&ctx).await? {
        println!("{link}");
    }
    Ok(())
}

fn context(app: &mut App, places: &Places) -> anyhow::Result<Context> {
    let config = Config::from_env(&mut app.env)?;
    Ok(Context {
        db: Db::connect(app, &places.database),
        clock: app.clock.clone(),
        cache: Cache::connect(app, &places.redis_url)?,
        providers: Providers::new(&config)?,
        config,
    })
}

fn spawn_cleaning(app: &App, ctx: Arc<Context>) {
    let stopping = app.stopping();
    app.spawn("cleaning", async move {
        let mut ticks = tokio::time::interval(CLEAN_EVERY);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            let cleaned = async {
                Ok::<u64, crate::error::IdentityError>(
                    sessions::clean::clean(&ctx).await?
                        + email::tokens::clean(&ctx).await?
                        + teams::clean::clean(&ctx).await?,
                )
            };
            match cleaned.await {
                Ok(removed) => tracing::debug!(removed, "expired rows are gone"),
                Err(error) => tracing::warn!(%error, "expired rows stay for now"),
            }
        }
    });
}
