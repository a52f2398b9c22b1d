//! The settings of the service.

use std::net::SocketAddr;
use std::time::Duration;

use kit::config::{ConfigError, Env, Secret};
use kit::db::DbConfig;

use crate::datasets;

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
    /// `TIMESERIES_SIGNING_KEY` (made once and kept in the database): signs the manifest of the datasets; the seed of
    /// an Ed25519 key as 64 hexadecimal digits.
    pub signing_key: Option<Secret>,
    /// `TIMESERIES_DATASETS_SECONDS` (3600): how long after the datasets were written they are not written again.
    pub datasets_every: Duration,
    /// `SAMPLE_DATA` (off): whether `seed` writes the numbers of the sample universe and `serve` adds those of each
    /// day (on), or `seed` removes them (off).
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
            listen: env.parsed("TIMESERIES_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9104)))?,
            admin_listen: env
                .parsed("TIMESERIES_ADMIN_LISTEN", SocketAddr::from(([127, 0, 0, 1], 9204)))?,
            database: DbConfig::from_env(env, "TIMESERIES")?,
            nats_url: env.required("NATS_URL")?,
            image_bytes: env.parsed("TIMESERIES_IMAGE_BYTES", 1 << 30)?,
            signing_key: signing_key(env)?,
            datasets_every: env.seconds("TIMESERIES_DATASETS_SECONDS", 3600)?,
            sample_data,
        })
    }
}

fn signing_key(env: &mut Env) -> Result<Option<Secret>, ConfigError> {
    let key = env.optional_secret("TIMESERIES_SIGNING_KEY")?;
    match key.as_ref().map(datasets::seed_of) {
        Some(None) => {
            Err(ConfigError::new("TIMESERIES_SIGNING_KEY", "must be 64 hexadecimal digits"))
        }
        _ => Ok(key),
    }
}
