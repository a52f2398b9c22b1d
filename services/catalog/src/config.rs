//! The settings of the catalog.

use std::net::SocketAddr;

use kit::config::{ConfigError, Env};
use kit::db::DbConfig;

/// Where the catalog listens and what it talks to.
#[derive(Clone, Debug)]
pub struct Config {
    /// `CATALOG_LISTEN` (127.0.0.1:9103): the address of the gRPC server.
    pub listen: SocketAddr,
    /// `CATALOG_ADMIN_LISTEN` (127.0.0.1:9203): the address of probes and metrics.
    pub admin_listen: SocketAddr,
    /// `CATALOG_DATABASE_URL` (required) and `CATALOG_DATABASE_POOL` (8).
    pub database: DbConfig,
    /// `NATS_URL` (required): addresses of the bus, separated by commas.
    pub nats_url: String,
    /// `CATALOG_MEMORY_MIB` (64): the most memory that records are held in; what has no place in it the
    /// database answers.
    pub memory_bytes: usize,
    /// `SAMPLE_DATA` (off): whether `seed` writes the sample universe (on) or removes it (off).
    pub sample_data: bool,
}

impl Config {
    /// Reads the settings; the first wrong one is named.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let sample_data = match env.parsed("SAMPLE_DATA", "off".to_owned())?.as_str() {
            "on" => true,
            "off" => false,
            _ => return Err(ConfigError::new("SAMPLE_DATA", "must be on or off")),
        };
        Ok(Self {
            listen: env.parsed("CATALOG_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9103)))?,
            admin_listen: env
                .parsed("CATALOG_ADMIN_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9203)))?,
            database: planned(DbConfig::from_env(env, "CATALOG")?),
            nats_url: env.required("NATS_URL")?,
            memory_bytes: env.parsed("CATALOG_MEMORY_MIB", 64_usize)?.saturating_mul(1 << 20),
            sample_data,
        })
    }
}

/// Joins are planned as they are written, a table with what it refers to: to try every other order takes
/// the server forty times as long as to answer.
pub fn planned(database: DbConfig) -> DbConfig {
    database.with_setting("join_collapse_limit", "1")
}
