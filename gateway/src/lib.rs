//! The gateway for browsers and other clients: it serves the site, tRPC and NextAuth.

pub mod call;
pub mod config;
mod decisions;
mod event_sample;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod http_message;
mod key_uses;
mod leak_report_keys;
mod leak_reports;
pub mod listener;
mod metrics;
pub mod procedures;
mod refusal_log;
mod reports;
pub mod router;
pub mod site;
mod slugs;
pub mod state;
mod third_party;
mod upstream;
mod waiting_events;
pub mod wires;

use std::sync::Arc;

use anyhow::Context;
use kit::bus::Bus;
use kit::config::ConfigError;
use kit::low_priority::LowPriorityThreads;
use kit::run::{App, Command, Program};

use crate::call::api_keys::ApiKeys;
#[cfg(feature = "measuring")]
pub use crate::call::api_keys::measuring;
use crate::call::cache::AnswerCache;
use crate::call::context::Resources;
use crate::call::pipeline::Pipeline;
use crate::call::policies::Policies;
use crate::call::rate_limiter::RateLimiter;
use crate::call::sessions::Sessions;
use crate::config::Config;
use crate::decisions::Decisions;
use crate::event_sample::EventSample;
use crate::key_uses::KeyUses;
use crate::leak_reports::LeakReports;
use crate::listener::ShutdownSignals;
use crate::router::{FILE_TIMES, Router};
use crate::site::Site;
use crate::slugs::Slugs;
use crate::state::AppState;
use crate::upstream::Upstream;
use crate::upstream::asset_classes::AssetClasses;
use crate::waiting_events::WaitingEvents;

pub static PROGRAM: Program = Program {
    name: "gateway",
    check: |env| Config::from_env(env).map(drop),
    commands: &[
        Command { name: "serve", run: |app, _| Box::pin(serve(app)) },
        Command { name: "pack-site", run: |app, _| Box::pin(async { pack_site(app) }) },
        Command {
            name: "service-keys",
            run: |app, words| Box::pin(async move { service_keys(&app, &words) }),
        },
    ],
};

async fn serve(mut app: App) -> anyhow::Result<()> {
    let mut config = Config::from_env(&mut app.env)?;
    listener::fit_connections(&mut config, kit::open_files::limit());
    let site = match &config.site_dir {
        Some(directory) => Site::load(
            directory,
            &config.origin(),
            &config.third_party_scripts,
            &config.default_features,
        )
        .map_err(|error| {
            ConfigError::new("GATEWAY_SITE_DIR", format!("cannot be read: {error}"))
        })?,
        None => Site::default(),
    };
    let listener = kit::listen::bind(config.listen).await?;
    let admin = config.admin_listen;
    let state = assemble(&app, config).await?;
    let router = Arc::new(Router::new(state, site, FILE_TIMES));
    kit::admin::serve(&app, admin).await?;
    let shutdown = ShutdownSignals { stopping: app.stopping(), cut: app.cut() };
    app.spawn("listener", listener::serve(listener, router, shutdown, listener::LEAST_PACE));
    Ok(())
}

/// Makes the coded forms of the export once, for every later start.
fn pack_site(mut app: App) -> anyhow::Result<()> {
    let directory = app.env.required("GATEWAY_SITE_DIR")?;
    let count = site::pack(directory.as_ref()).map_err(|error| {
        ConfigError::new("GATEWAY_SITE_DIR", format!("cannot be packed: {error}"))
    })?;
    println!("{count} packed files are written");
    Ok(())
}

/// Makes the keys of all programs that are missing or old, or a new one for each.
fn service_keys(app: &App, words: &[String]) -> anyhow::Result<()> {
    const USAGE: &str = "gateway service-keys FOLDER [rotate]";
    let (folder, rotate) = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder] => (folder, false),
        [folder, "rotate"] => (folder, true),
        _ => anyhow::bail!(USAGE),
    };
    let now = app.clock.now_milliseconds() / 1000;
    let made = kit::peers::make(folder.as_ref(), proto::rpcs::PROGRAMS, now, rotate)
        .with_context(|| format!("the keys in {folder}"))?;
    println!("{} keys are new, {} old ones are removed", made.new, made.removed);
    Ok(())
}

/// Connects everything that the handlers share; what is away may come later.
pub async fn assemble(app: &App, config: Config) -> anyhow::Result<AppState> {
    let bus = Bus::connect(app, &config.nats_url)?;
    assemble_on(app, config, bus).await
}

/// The same on a bus that is connected already.
pub async fn assemble_on(app: &App, config: Config, bus: Bus) -> anyhow::Result<AppState> {
    let upstream = Arc::new(Upstream::connect(app, &config.services).await?);
    let (sessions, config) = (Sessions::follow(app, &bus), Arc::new(config));
    let cached = config.answer_cache_bytes;
    let cache = AnswerCache::follow(app, &bus, &upstream, cached, wires::trpc::FRAME);
    let waiting_events = WaitingEvents::start(app, &bus);
    let policies = Policies::follow(app, &bus, &upstream.access).await;
    let rates = config.rates.clone();
    let limiter = RateLimiter::connect(app, config.rate_limits_redis.as_ref(), rates)?;
    if config.rate_limits_redis.is_none() {
        tracing::warn!("RATE_LIMITS is off: no call is refused for its rate");
    }
    let resources = Resources {
        config: Arc::clone(&config),
        upstream: Arc::clone(&upstream),
        sessions: Arc::clone(&sessions),
        keys: ApiKeys::follow(app, &bus, &upstream.access_keys, &policies),
        key_uses: KeyUses::start(app, &upstream.access_keys),
        decisions: Decisions::start(app, &upstream.access_decisions),
        policies,
        rate_limiter: Arc::new(limiter),
        asset_classes: AssetClasses::follow(app, &upstream.catalog).await,
        bus: bus.clone(),
        event_sample: EventSample::start(app, &waiting_events),
        waiting_events,
        clock: app.clock.clone(),
    };
    Ok(AppState {
        pipeline: Arc::new(Pipeline::new(procedures::registry(), resources, cache)),
        body_bytes: Arc::default(),
        slugs: Slugs::follow(app, &bus, &upstream.catalog),
        packing: Arc::new(LowPriorityThreads::on_half_of_the_cores("downloads")?),
        leak_reports: LeakReports::start(app, &upstream.access_keys),
        clock: app.clock.clone(),
        config,
        upstream,
        sessions,
        bus,
    })
}
