//! A service as data: its name, its needs, and the one function that starts it, from which the kit makes the common
//! parts of services.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use futures::future::BoxFuture;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::bus::Bus;
use crate::config::{ConfigError, Env};
use crate::db::{Db, DbConfig};
use crate::inbox::Durable;
#[cfg(feature = "rate-limits")]
use crate::rate_limits::RateLimits;
use crate::replaceable_secret::ReplaceableSecret;
use crate::role_changes;
use crate::run::{self, ADMIN_LISTEN, App, arguments};

/// The default address for calls. On a machine that runs several services, each needs its own.
const LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 9100);

/// How long a command waits for the bus before it gives up.
const LONGEST_CONNECT: Duration = Duration::from_secs(10);

/// The declaration of a service; `C` are its own settings.
pub struct Service<C: 'static> {
    /// Its name: that of its binary, its database and its role, and in capitals the prefix of its settings.
    pub name: &'static str,
    /// Reads the settings that no other service has; the error names the first wrong one.
    pub settings: fn(&mut Env) -> Result<C, ConfigError>,
    /// Its tables, where it has any.
    pub database: Option<Database>,
    /// Whether it counts in Redis, for all of its replicas.
    pub redis: bool,
    /// Starts its consumers and its background work, and returns its calls.
    pub start: fn(C, &Host, &Bus) -> anyhow::Result<Routes>,
    /// Its subcommands beside those of every service.
    pub commands: &'static [Command<C>],
}

/// The tables of a service.
#[derive(Clone, Copy)]
pub struct Database {
    /// The migrations that make them.
    pub migrations: &'static Migrator,
    /// Settings of the Postgres server for every connection, by name.
    pub settings: &'static [(&'static str, &'static str)],
    /// Whether the service is ready only while the database answers.
    pub is_required: bool,
    /// The durables that fill them, where all of their content comes from other services; `rebuild` reads it again.
    pub filled_by: &'static [&'static Durable],
}

impl Database {
    /// Tables without which the service cannot answer.
    pub const fn required(migrations: &'static Migrator) -> Self {
        Self { migrations, settings: &[], is_required: true, filled_by: &[] }
    }

    /// Tables that hold nothing but what these durables have read.
    pub const fn derived(
        migrations: &'static Migrator,
        filled_by: &'static [&'static Durable],
    ) -> Self {
        Self { migrations, settings: &[], is_required: true, filled_by }
    }

    /// The settings of a pool with those that every connection of the service has.
    #[must_use]
    pub fn configured(&self, pool: DbConfig) -> DbConfig {
        let settings = self.settings.iter();
        settings.fold(pool, |pool, (name, value)| pool.with_setting(name, value))
    }
}

/// A subcommand of a service. It gets the rest of the command line.
pub struct Command<C: 'static> {
    /// The word on the command line.
    pub name: &'static str,
    /// The work itself.
    pub run: fn(C, Host, Vec<String>) -> BoxFuture<'static, anyhow::Result<()>>,
}

/// The process, with the connections that the service has declared.
pub struct Host {
    pub app: App,
    settings: HostSettings,
    db: Option<Db>,
    #[cfg(feature = "rate-limits")]
    rate_limits: Option<RateLimits>,
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
    nats_url: ReplaceableSecret,
    /// `REDIS_URL` (required), where Redis is needed.
    #[cfg(feature = "rate-limits")]
    redis_url: Option<ReplaceableSecret>,
}

impl HostSettings {
    fn from_env<C>(service: &Service<C>, env: &mut Env) -> Result<Self, ConfigError> {
        let prefix = service.name.to_uppercase();
        let database = service
            .database
            .map(|database| DbConfig::from_env(env, &prefix).map(|pool| database.configured(pool)));
        // Read where the server starts; a wrong value is named before that.
        crate::grpc::reflection(env)?;
        Ok(Self {
            listen: env.parsed(&format!("{prefix}_LISTEN"), LISTEN)?,
            admin_listen: env.parsed(&format!("{prefix}_ADMIN_LISTEN"), ADMIN_LISTEN)?,
            database: database.transpose()?,
            nats_url: env.replaceable_address("NATS_URL")?,
            #[cfg(feature = "rate-limits")]
            redis_url: if service.redis {
                Some(env.replaceable_address("REDIS_URL")?)
            } else {
                None
            },
        })
    }
}

impl Host {
    fn new<C>(service: &Service<C>, mut app: App) -> Result<Self, ConfigError> {
        let settings = HostSettings::from_env(service, &mut app.env)?;
        let connect = match service.database {
            Some(Database { is_required: false, .. }) => Db::connect_optional,
            _ => Db::connect,
        };
        Ok(Self {
            db: settings.database.as_ref().map(|config| connect(&app, config)),
            #[cfg(feature = "rate-limits")]
            rate_limits: settings
                .redis_url
                .as_ref()
                .map(|url| RateLimits::connect(&app, service.name, url))
                .transpose()?,
            settings,
            app,
        })
    }

    /// The service's database.
    pub fn db(&self) -> &Db {
        self.db.as_ref().expect("the service declares a database")
    }

    /// The same database for background work, with another time limit for each statement. Such work consists of long
    /// statements, so slow ones are not logged.
    pub fn background_db(&self, statement: Duration) -> Db {
        Db::connect_optional(&self.app, &self.background(statement))
    }

    /// The same with another number of connections.
    pub fn background_db_with_pool(&self, statement: Duration, pool: u32) -> Db {
        Db::connect_optional(&self.app, &self.background(statement).with_pool(pool))
    }

    fn background(&self, statement: Duration) -> DbConfig {
        let config = self.settings.database.clone();
        let mut config = config.expect("the service declares a database");
        config.statement = statement;
        config.without_statement_logs()
    }

    /// The rate limits that all replicas of the service share.
    #[cfg(feature = "rate-limits")]
    pub fn rate_limits(&self) -> &RateLimits {
        self.rate_limits.as_ref().expect("the service declares that it needs Redis")
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
            "rebuild" => self.rebuild(app).await,
            _ => {
                let Some(command) = self.commands.iter().find(|one| one.name == name) else {
                    return Err(run::unknown(&name, self.known_commands()));
                };
                let config = (self.settings)(&mut app.env)?;
                let words = arguments().collect();
                (command.run)(config, Host::new(self, app)?, words).await
            }
        }
    }

    /// Reads the settings and ends.
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

    /// The commands of the program. Only a database that is derived from other services can be rebuilt.
    fn known_commands(&self) -> impl Iterator<Item = &'static str> + use<C> {
        let rebuild = (!self.filled_by().is_empty()).then_some("rebuild");
        let own = self.commands.iter().map(|one| one.name);
        ["serve", "check", "migrate"].into_iter().chain(rebuild).chain(["settings"]).chain(own)
    }

    fn filled_by(&self) -> &'static [&'static Durable] {
        self.database.map_or(&[], |database| database.filled_by)
    }

    async fn rebuild(&self, mut app: App) -> anyhow::Result<()> {
        let filled_by = self.filled_by();
        if filled_by.is_empty() {
            bail!("{} owns its data: there is nothing to rebuild it from", self.name);
        }
        let may_be_partial = match arguments().next().as_deref() {
            None => false,
            Some("--partial") => true,
            Some(other) => bail!("rebuild accepts only --partial, not {other:?}"),
        };
        let config = DbConfig::from_env(&mut app.env, &self.name.to_uppercase())?;
        let nats_url = app.env.replaceable_address("NATS_URL")?;
        let bus = Bus::connect(&app, &nats_url)?;
        bus.connected(LONGEST_CONNECT).await?;
        crate::inbox::rebuild(&bus, &Db::connect(&app, &config), filled_by, may_be_partial).await
    }

    async fn serve(&self, mut app: App) -> anyhow::Result<()> {
        let config = (self.settings)(&mut app.env)?;
        let host = Host::new(self, app)?;
        let bus = Bus::connect(&host.app, &host.settings.nats_url)?;
        bus.keep_streams_of(&host.app, self.name);
        if proto::rpcs::admits_persons(self.name) {
            role_changes::follow(&host.app, &bus);
        }
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
