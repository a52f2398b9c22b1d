//! The settings of profiles.

use std::net::SocketAddr;

use kit::config::{ConfigError, Env};
use kit::db::DbConfig;

/// Where profiles listens and what it talks to.
#[derive(Clone, Debug)]
pub struct Config {
    /// `PROFILES_LISTEN` (127.0.0.1:9102): the address of the gRPC server.
    pub listen: SocketAddr,
    /// `PROFILES_ADMIN_LISTEN` (127.0.0.1:9202): the address of probes and metrics.
    pub admin_listen: SocketAddr,
    /// `PROFILES_DATABASE_URL` (required) and `PROFILES_DATABASE_POOL` (8).
    pub database: DbConfig,
    /// `NATS_URL` (required): addresses of the bus, separated by commas.
    pub nats_url: String,
}

impl Config {
    /// Reads the settings; the first wrong one is named.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        Ok(Self {
            listen: env.parsed("PROFILES_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9102)))?,
            admin_listen: env
                .parsed("PROFILES_ADMIN_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9202)))?,
            database: DbConfig::from_env(env, "PROFILES")?,
            nats_url: env.required("NATS_URL")?,
        })
    }
}
