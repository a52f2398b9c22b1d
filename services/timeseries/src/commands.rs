//! The subcommands: serve, check, migrate, import and seed.

use std::path::Path;
use std::time::Duration;

use anyhow::{bail, ensure};
use futures::future::BoxFuture;
use kit::bus::Bus;
use kit::db::Db;
use kit::run::App;

use crate::MIGRATOR;
use crate::config::Config;
use crate::context::Context;
use crate::image::Shelf;
use crate::import::{self, Input};
use crate::seed;

/// How long one statement of an import may take.
const STATEMENT: Duration = Duration::from_hours(1);
const USAGE: &str = "timeseries import FOLDER";

/// Runs a subcommand of the service.
pub fn command(app: App, name: String) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        match name.as_str() {
            "serve" => serve(app).await,
            "check" => check(app),
            "migrate" => migrate(app).await,
            "import" => {
                let words: Vec<String> = std::env::args().skip(2).collect();
                let [folder] = words.as_slice() else { bail!(USAGE) };
                import(app, import::folder(Path::new(folder))?).await
            }
            "seed" => import(app, seed::files()).await,
            _ => bail!("there is no command {name:?}: serve, check, migrate, import or seed"),
        }
    })
}

async fn serve(mut app: App) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    let ctx = Context {
        // Numbers are answered from memory while the database is away.
        db: Db::connect_beside(&app, &config.database),
        clock: app.clock.clone(),
        shelf: Shelf::new(config.image_bytes),
    };
    let bus = Bus::connect(&app, &config.nats_url)?;
    crate::start(&app, &ctx, &bus);
    kit::health::serve(&app, config.admin_listen).await?;
    kit::grpc::serve(&app, config.listen, crate::routes(ctx)).await?;
    Ok(())
}

/// Reads the settings and goes no further.
fn check(mut app: App) -> anyhow::Result<()> {
    Config::from_env(&mut app.env)?;
    Ok(())
}

async fn migrate(mut app: App) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    kit::db::migrate(&Db::connect(&app, &config.database), &MIGRATOR).await
}

/// Loads files; fails when anything was refused.
async fn import(mut app: App, files: Vec<Input>) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    let mut database = config.database.clone();
    database.statement = STATEMENT;
    let report = import::import(&Db::connect(&app, &database), files, app.clock.now()).await?;
    print!("{report}");
    ensure!(!report.is_refused(), "files were refused; nothing of them was loaded");
    Ok(())
}
