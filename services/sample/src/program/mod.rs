//! The program `sample`: loads the universe into the services through their import calls, as a collector would.

mod catalog;
mod limits;
mod serve;
mod timeseries;

use std::time::Duration;

use anyhow::{Context as _, bail};
use engine::day::{self, Day};
use kit::config::{ConfigError, Env};
use kit::error::{ErrorCode, Problem};
use kit::grpc::{self, Channel};
use kit::imports::PART_BYTES;
use kit::run::App;
use kit::worker::{Command, Worker};
use tokio::time::Instant;
use tonic::{Request, Response, Status};

use self::limits::{CALL, LONGEST_ABSENCE, LONGEST_WAIT, POLL};
use crate::files::File;

/// How the program behaves.
pub struct Config {
    /// `CATALOG_URL` (required): the addresses of catalog.
    catalog_url: String,
    /// `TIMESERIES_URL` (required): the addresses of timeseries.
    timeseries_url: String,
    /// `SAMPLE_DATA` (off): whether `serve` and `sync` load the universe and add each day (on), or remove it (off).
    is_on: bool,
    /// `SAMPLE_ASSETS` (0): how many assets have numbers; all with 0.
    assets: usize,
}

impl Config {
    fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        Ok(Self {
            catalog_url: env.required("CATALOG_URL")?,
            timeseries_url: env.required("TIMESERIES_URL")?,
            is_on: env.switch("SAMPLE_DATA", false)?,
            assets: env.parsed("SAMPLE_ASSETS", 0)?,
        })
    }
}

pub static WORKER: Worker<Config> = Worker {
    name: "sample",
    settings: Config::from_env,
    start: |config, app| serve::start(app, config.is_on),
    commands: &[
        Command {
            name: "sync",
            run: |config, app, _| Box::pin(async move { sync(&app, &config).await }),
        },
        Command {
            name: "load",
            run: |config, app, words| {
                Box::pin(async move { load(&app, &config, last_day(&app, &words)?).await })
            },
        },
        Command {
            name: "remove",
            run: |config, app, _| Box::pin(async move { remove(&app, &config).await }),
        },
    ],
};

/// Loads the universe up to yesterday, or removes it, as the setting says.
async fn sync(app: &App, config: &Config) -> anyhow::Result<()> {
    if config.is_on { load(app, config, yesterday(app)).await } else { remove(app, config).await }
}

/// The newest day that is over.
fn yesterday(app: &App) -> Day {
    day::at(app.clock.now()) - 1
}

/// The day up to which there are numbers: yesterday, or the one that `--until` names.
fn last_day(app: &App, words: &[String]) -> anyhow::Result<Day> {
    const USAGE: &str = "sample load [--until YYYY-MM-DD]";
    let yesterday = yesterday(app);
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(yesterday),
        ["--until", text] => day::parse(text).filter(|day| *day <= yesterday).context(USAGE),
        _ => bail!(USAGE),
    }
}

/// Loads what is missing of the universe; records and numbers side by side.
async fn load(app: &App, config: &Config, last: Day) -> anyhow::Result<()> {
    let records = async {
        let channel = grpc::connect(app, "CATALOG_URL", &config.catalog_url).await?;
        catalog::load(channel, last).await.context("catalog")
    };
    let numbers = async {
        let channel = grpc::connect(app, "TIMESERIES_URL", &config.timeseries_url).await?;
        timeseries::load(channel, config.assets, last).await.context("timeseries")
    };
    tokio::try_join!(records, numbers)?;
    Ok(())
}

/// Removes the universe from both services.
async fn remove(app: &App, config: &Config) -> anyhow::Result<()> {
    let catalog: Channel = grpc::connect(app, "CATALOG_URL", &config.catalog_url).await?;
    let timeseries: Channel = grpc::connect(app, "TIMESERIES_URL", &config.timeseries_url).await?;
    catalog::remove(catalog).await.context("catalog")?;
    timeseries::remove(timeseries).await.context("timeseries")
}

/// A call with the time that it may take.
fn call<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(CALL);
    request
}

/// Calls until there is an answer: again while another import runs, and after a failure that passes. Each call of an import
/// may be made again when its answer was lost.
async fn answered<T, F>(attempt: impl Fn() -> F) -> anyhow::Result<T>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let begun = Instant::now();
    loop {
        match attempt().await.map_err(Problem::from) {
            Ok(answer) => return Ok(answer.into_inner()),
            Err(problem) if begun.elapsed() < retry_time(&problem) => {
                tokio::time::sleep(POLL).await;
            }
            Err(problem) => return Err(problem.into()),
        }
    }
}

/// For how long a call is made again after a failure.
fn retry_time(problem: &Problem) -> Duration {
    match problem.code {
        _ if problem.reason == "import_running" => LONGEST_WAIT,
        ErrorCode::Unavailable | ErrorCode::Timeout => LONGEST_ABSENCE,
        _ => Duration::ZERO,
    }
}

/// Sends files part by part.
async fn send<T, F>(files: Vec<File>, add: impl Fn(String, i32, Vec<u8>) -> F) -> anyhow::Result<()>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    for file in files {
        for (place, bytes) in file.bytes.chunks(PART_BYTES).enumerate() {
            answered(|| add(file.name.clone(), place as i32, bytes.to_vec())).await?;
        }
    }
    Ok(())
}

/// Asks for an import until its load has ended.
async fn once_ended<T, F>(
    mut import: T,
    is_loading: impl Fn(&T) -> bool,
    get: impl Fn() -> F,
) -> anyhow::Result<T>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    while is_loading(&import) {
        tokio::time::sleep(POLL).await;
        import = answered(&get).await?;
    }
    Ok(import)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// How often a call is made that fails until the last of these answers, and what comes of it.
    async fn calls(failures: &[(ErrorCode, &'static str)]) -> (usize, bool) {
        let made = Cell::new(0);
        let answer = answered(|| {
            let failure = failures.get(made.get());
            made.set(made.get() + 1);
            let failed = failure.map(|(code, reason)| Problem::new(*code, *reason, "Failed"));
            async move { failed.map_or_else(|| Ok(Response::new(())), |problem| Err(problem.into())) }
        });
        let is_answered = answer.await.is_ok();
        (made.get(), is_answered)
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_is_made_again_while_the_service_is_away_or_another_import_runs() {
        let away = (ErrorCode::Unavailable, "unavailable");
        let running = (ErrorCode::Precondition, "import_running");
        assert_eq!(calls(&[away, (ErrorCode::Timeout, "timeout"), running]).await, (4, true));
        assert_eq!(calls(&[(ErrorCode::Invalid, "file_invalid")]).await, (1, false));
        let (made, is_answered) = calls(&[away; 650]).await;
        assert!(!is_answered && made <= 602, "a minute at most: {made}");
    }
}
