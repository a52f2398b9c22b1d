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
use crate::datasets;
use crate::image::Shelf;
use crate::import::{self, Input, Report, Subjects};
use crate::{sample, seed};

/// How long one statement of an import may take.
const STATEMENT: Duration = Duration::from_hours(1);
const USAGE: &str = "timeseries import FOLDER [--any-subject]";
/// Values of whom the catalog has not told of are taken too.
const ANY_SUBJECT: &str = "--any-subject";

/// Runs a subcommand of the service.
pub fn command(app: App, name: String) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        match name.as_str() {
            "serve" => serve(app).await,
            "check" => check(app),
            "migrate" => migrate(app).await,
            "import" => {
                let words: Vec<String> = std::env::args().skip(2).collect();
                let (flags, folders): (Vec<_>, Vec<_>) =
                    words.iter().partition(|word| word.starts_with("--"));
                let subjects = match flags.as_slice() {
                    [] => Subjects::Known,
                    [flag] if *flag == ANY_SUBJECT => Subjects::Any,
                    _ => bail!(USAGE),
                };
                let [folder] = folders.as_slice() else { bail!(USAGE) };
                import(app, import::folder(Path::new(folder))?, subjects).await
            }
            "seed" => seed_all(app).await,
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
    datasets::keep(&app, &ctx, config.signing_key, config.datasets_every);
    if config.sample_data {
        let mut database = config.database.with_pool(2);
        database.statement = STATEMENT;
        sample::keep(&app, Db::connect_beside(&app, &database));
    }
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
async fn import(mut app: App, files: Vec<Input>, subjects: Subjects) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    tell(&import::import(&patient(&app, &config), files, subjects, &app.clock).await?)
}

/// Loads what comes with the program, and the numbers of the sample universe where they are wanted.
async fn seed_all(mut app: App) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    let db = patient(&app, &config);
    tell(&import::import(&db, seed::files(), Subjects::Known, &app.clock).await?)?;
    if config.sample_data {
        tell(&sample::write(&db, app.clock.now(), None).await?)
    } else {
        sample::remove(&db).await
    }
}

/// The database for work that no caller waits for.
fn patient(app: &App, config: &Config) -> Db {
    // Statements of minutes are what it is made of: of each of them a warning with its whole text would say nothing.
    let mut database = config.database.clone().without_statement_logs();
    database.statement = STATEMENT;
    Db::connect(app, &database)
}

fn tell(report: &Report) -> anyhow::Result<()> {
    print!("{report}");
    let refused = report.refused().join(", ");
    ensure!(!report.is_refused(), "files were refused, nothing of them was loaded: {refused}");
    Ok(())
}
