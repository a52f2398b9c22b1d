//! A service as data: what it is called, what it needs, and the one function that puts it together.
//!
//! Everything that services have in common is done here: settings, tables, relay of events, gRPC, probes and metrics, and the
//! subcommands `serve`, `check`, `migrate` and `settings`.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use futures::future::BoxFuture;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::bus::Bus;
#[cfg(feature = "cache")]
use crate::cache::Cache;
use crate::config::{ConfigError, Env};
use crate::db::{Db, DbConfig};
use crate::run::{self, ADMIN_LISTEN, App};

/// Where a service answers calls when nothing else is set. On a machine that runs several, each is told its own place.
const LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 9100);

/// What a service says of itself; `C` are its own settings.
pub struct Service<C: 'static> {
    /// Its name: that of its binary, its database and its role, and in capitals the prefix of its settings.
    pub name: &'static str,
    /// Reads the settings that no other service has; the first wrong one is named.
    pub settings: fn(&mut Env) -> Result<C, ConfigError>,
    /// Its tables, where it has any.
    pub database: Option<Database>,
    /// Whether it counts or caches in Redis.
    pub redis: bool,
    /// Puts it together: begins its consumers and its background work, and hands out its calls.
    pub start: fn(C, &Host, &Bus) -> anyhow::Result<Routes>,
    /// What it can be asked for beside `serve`, `check`, `migrate` and `settings`.
    pub commands: &'static [Command<C>],
}

/// The tables of a service.
#[derive(Clone, Copy)]
pub struct Database {
    /// What makes them.
    pub migrations: &'static Migrator,
    /// Settings of the Postgres server for every connection, by name.
    pub settings: &'static [(&'static str, &'static str)],
    /// Whether the service is ready only while the database answers.
    pub is_required: bool,
}

impl Database {
    /// Tables without which the service cannot answer.
    pub const fn required(migrations: &'static Migrator) -> Self {
        Self { migrations, settings: &[], is_required: true }
    }

    /// The settings of a pool with those that every connection of the service has.
    #[must_use]
    pub fn configured(&self, pool: DbConfig) -> DbConfig {
        let settings = self.settings.iter();
        settings.fold(pool, |pool, (name, value)| pool.with_setting(name, value))
    }
}

/// A subcommand of a service. It gets what was written behind its name.
pub struct Command<C: 'static> {
    /// The word on the command line.
    pub name: &'static str,
    /// What it does.
    pub run: fn(C, Host, Vec<String>) -> BoxFuture<'static, anyhow::Result<()>>,
}

/// What the kit has ready for a service.
pub struct Host {
    /// The process.
    pub app: App,
    settings: HostSettings,
    db: Option<Db>,
    #[cfg(feature = "cache")]
    cache: Option<Cache>,
}

/// The settings that every service has.
struct HostSettings {
    /// `<NAME>_LISTEN` (127.0.0.1:9100): the address of the gRPC server.
    listen: SocketAddr,
    /// `<NAME>_ADMIN_LISTEN` (127.0.0.1:9090): the address of probes and metrics.
    admin_listen: SocketAddr,
    /// `<NAME>_DATABASE_URL` (required) and `<NAME>_DATABASE_POOL` (8), where there is a database.
    database: Option<DbConfig>,
    /// `NATS_URL` (required): addresses of the bus, separated by commas.
    nats_url: String,
    /// `REDIS_URL` (required), where Redis is needed.
    #[cfg(feature = "cache")]
    redis_url: Option<String>,
}

impl HostSettings {
    fn from_env<C>(service: &Service<C>, env: &mut Env) -> Result<Self, ConfigError> {
        let prefix = service.name.to_uppercase();
        let database = service
            .database
            .map(|database| DbConfig::from_env(env, &prefix).map(|pool| database.configured(pool)));
        Ok(Self {
            listen: env.parsed(&format!("{prefix}_LISTEN"), LISTEN)?,
            admin_listen: env.parsed(&format!("{prefix}_ADMIN_LISTEN"), ADMIN_LISTEN)?,
            database: database.transpose()?,
            nats_url: env.required("NATS_URL")?,
            #[cfg(feature = "cache")]
            redis_url: if service.redis { Some(env.required("REDIS_URL")?) } else { None },
        })
    }
}

impl Host {
    fn new<C>(service: &Service<C>, mut app: App) -> Result<Self, ConfigError> {
        let settings = HostSettings::from_env(service, &mut app.env)?;
        let connect = match service.database {
            Some(Database { is_required: false, .. }) => Db::connect_beside,
            _ => Db::connect,
        };
        Ok(Self {
            db: settings.database.as_ref().map(|config| connect(&app, config)),
            #[cfg(feature = "cache")]
            cache: settings.redis_url.as_ref().map(|url| Cache::connect(&app, url)).transpose()?,
            settings,
            app,
        })
    }

    /// The service's database.
    pub fn db(&self) -> &Db {
        self.db.as_ref().expect("who asks for a database has declared one")
    }

    /// The same database for work that no caller waits for, with another bound for each statement. Statements of minutes are
    /// what such work is made of: a warning with the whole text of each would say nothing.
    pub fn patient_db(&self, statement: Duration) -> Db {
        Db::connect_beside(&self.app, &self.patient(statement))
    }

    /// The same with another number of connections.
    pub fn patient_db_of(&self, statement: Duration, pool: u32) -> Db {
        Db::connect_beside(&self.app, &self.patient(statement).with_pool(pool))
    }

    fn patient(&self, statement: Duration) -> DbConfig {
        let config = self.settings.database.clone();
        let mut config = config.expect("who asks for a database has declared one");
        config.statement = statement;
        config.without_statement_logs()
    }

    /// The service's counters and cached answers.
    #[cfg(feature = "cache")]
    pub fn cache(&self) -> &Cache {
        self.cache.as_ref().expect("who asks for Redis has declared that it needs it")
    }
}

/// The whole of a service's `main`.
pub fn main<C: Send>(service: &'static Service<C>) -> ExitCode {
    run::main(service.name, move |app, command| Box::pin(service.run(app, command)))
}

impl<C: Send> Service<C> {
    async fn run(&'static self, mut app: App, name: String) -> anyhow::Result<()> {
        match name.as_str() {
            "serve" => self.serve(app).await,
            "check" => self.check(&mut app),
            "migrate" => self.migrate(app).await,
            _ => {
                let Some(command) = self.commands.iter().find(|one| one.name == name) else {
                    let own: Vec<_> = self.commands.iter().map(|one| one.name).collect();
                    let all = ["serve, check, migrate, settings"].into_iter().chain(own);
                    bail!(
                        "there is no command {name:?}, only {}",
                        all.collect::<Vec<_>>().join(", ")
                    );
                };
                let config = (self.settings)(&mut app.env)?;
                let words = std::env::args().skip(2).collect();
                (command.run)(config, Host::new(self, app)?, words).await
            }
        }
    }

    /// Reads the settings and goes no further.
    fn check(&self, app: &mut App) -> anyhow::Result<()> {
        HostSettings::from_env(self, &mut app.env)?;
        (self.settings)(&mut app.env)?;
        Ok(())
    }

    async fn migrate(&self, mut app: App) -> anyhow::Result<()> {
        let Some(database) = self.database else { bail!("{} has no database", self.name) };
        let config = DbConfig::from_env(&mut app.env, &self.name.to_uppercase())?;
        crate::db::migrate(&Db::connect(&app, &config), database.migrations).await
    }

    async fn serve(&self, mut app: App) -> anyhow::Result<()> {
        let config = (self.settings)(&mut app.env)?;
        let host = Host::new(self, app)?;
        let bus = Bus::connect(&host.app, &host.settings.nats_url)?;
        let routes = (self.start)(config, &host, &bus)?;
        let Host { app, db, settings, .. } = host;
        if let Some(db) = db {
            crate::outbox::relay(&app, db, bus);
        }
        crate::grpc::serve(&app, settings.listen, routes).await?;
        crate::admin::serve(&app, settings.admin_listen).await?;
        Ok(())
    }
}
