//! The settings of the service.

use std::net::SocketAddr;

use kit::config::{ConfigError, Env};
use kit::db::DbConfig;

/// Where the service listens and what it talks to.
#[derive(Clone, Debug)]
pub struct Config {
    /// `TIMESERIES_LISTEN` (127.0.0.1:9104): the address of the gRPC server.
    pub listen: SocketAddr,
    /// `TIMESERIES_ADMIN_LISTEN` (127.0.0.1:9204): the address of probes and metrics.
    pub admin_listen: SocketAddr,
    /// `TIMESERIES_DATABASE_URL` (required) and `TIMESERIES_DATABASE_POOL` (8).
    pub database: DbConfig,
    /// `NATS_URL` (required): addresses of the bus, separated by commas.
    pub nats_url: String,
    /// `TIMESERIES_IMAGE_BYTES` (1 GiB): the most that the numbers in memory may take.
    pub image_bytes: usize,
}

impl Config {
    /// Reads the settings; the first wrong one is named.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        Ok(Self {
            listen: env.parsed("TIMESERIES_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9104)))?,
            admin_listen: env
                .parsed("TIMESERIES_ADMIN_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9204)))?,
            database: DbConfig::from_env(env, "TIMESERIES")?,
            nats_url: env.required("NATS_URL")?,
            image_bytes: env.parsed("TIMESERIES_IMAGE_BYTES", 1 << 30)?,
        })
    }
}
