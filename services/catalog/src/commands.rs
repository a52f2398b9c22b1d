//! The subcommands: serve, check, migrate, import and seed.

use std::path::Path;
use std::time::Duration;

use anyhow::{bail, ensure};
use futures::future::BoxFuture;
use kit::bus::Bus;
use kit::db::Db;
use kit::run::App;

use crate::config::Config;
use crate::context::Context;
use crate::images::Images;
use crate::import::{self, Prune, Report};
use crate::{MIGRATOR, sample, seed};

const STATEMENT: Duration = Duration::from_mins(5);
const USAGE: &str = "catalog import FOLDER [--prune [--apply]]";

/// Runs a subcommand of the service.
pub fn command(app: App, name: String) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        match name.as_str() {
            "serve" => serve(app).await,
            "check" => check(app),
            "migrate" => migrate(app).await,
            "import" => {
                let words: Vec<String> = std::env::args().skip(2).collect();
                import_folder(app, &words).await
            }
            "seed" => seed_all(app).await,
            _ => bail!("there is no command {name:?}: serve, check, migrate, import or seed"),
        }
    })
}

async fn serve(mut app: App) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    let ctx = Context {
        db: Db::connect_beside(&app, &config.database),
        images: Images::new(config.memory_bytes),
        clock: app.clock.clone(),
    };
    let bus = Bus::connect(&app, &config.nats_url)?;
    crate::start(&app, &ctx, &bus);
    kit::grpc::serve(&app, config.listen, crate::routes(ctx)).await?;
    kit::health::serve(&app, config.admin_listen).await?;
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

/// Imports the files of a folder; fails when anything was refused.
async fn import_folder(mut app: App, words: &[String]) -> anyhow::Result<()> {
    let (folder, prune) = parse(words)?;
    let config = Config::from_env(&mut app.env)?;
    let db = patient(&app, &config);
    let files = import::read(Path::new(folder))?;
    tell(&import::import(&db, files, prune, app.clock.now()).await?)
}

fn parse(words: &[String]) -> anyhow::Result<(&str, Prune)> {
    let (flags, folders): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| word.starts_with('-'));
    let prune = match flags.as_slice() {
        [] => Prune::Keep,
        ["--prune"] => Prune::Preview,
        ["--prune", "--apply"] | ["--apply", "--prune"] => Prune::Apply,
        _ => bail!(USAGE),
    };
    match folders.as_slice() {
        [folder] => Ok((folder, prune)),
        _ => bail!(USAGE),
    }
}

/// Imports what comes with the program, and the sample universe where it is wanted.
async fn seed_all(mut app: App) -> anyhow::Result<()> {
    let config = Config::from_env(&mut app.env)?;
    let db = patient(&app, &config);
    let now = app.clock.now();
    tell(&import::import(&db, seed::files(), Prune::Keep, now).await?)?;
    let sample = if config.sample_data {
        sample::write(&db, now).await?
    } else {
        sample::remove(&db, now).await?
    };
    tell(&sample)
}

/// The database for work that no caller waits for: a large file is one statement.
fn patient(app: &App, config: &Config) -> Db {
    let mut database = config.database.clone();
    database.statement = STATEMENT;
    Db::connect(app, &database)
}

fn tell(report: &Report) -> anyhow::Result<()> {
    print!("{report}");
    ensure!(!report.is_refused(), "files were refused; nothing of them was loaded");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Option<(String, Prune)> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        parse(&words).ok().map(|(folder, prune)| (folder.to_owned(), prune))
    }

    #[test]
    fn nothing_is_removed_unless_both_flags_say_so() {
        assert_eq!(parsed(&["x"]), Some(("x".into(), Prune::Keep)));
        assert_eq!(parsed(&["x", "--prune"]), Some(("x".into(), Prune::Preview)));
        assert_eq!(parsed(&["--prune", "--apply", "x"]), Some(("x".into(), Prune::Apply)));
        for bad in [&["x", "--apply"][..], &[], &["x", "y"], &["x", "--force"]] {
            assert_eq!(parsed(bad), None, "{bad:?}");
        }
    }
}
