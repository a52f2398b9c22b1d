//! The settings of the service.

use std::time::Duration;

use kit::config::{ConfigError, Env, Secret};

use crate::datasets;

/// How the service behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// `TIMESERIES_SNAPSHOT_BYTES` (1 GiB): the most that the numbers in memory may take.
    pub snapshot_bytes: usize,
    /// `TIMESERIES_ANSWER_BYTES` (128 MiB): the most memory of answers that are made or sent at a time.
    pub answer_bytes: usize,
    /// `TIMESERIES_SIGNING_KEY` (made once and kept in the database): signs the manifest of the datasets; the seed of
    /// an Ed25519 key as 64 hexadecimal digits.
    pub signing_key: Option<Secret>,
    /// `TIMESERIES_DATASETS_SECONDS` (3600): how long after the datasets were written they are not written again.
    pub datasets_every: Duration,
}

impl Config {
    /// Reads the settings; the first wrong one is named.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        Ok(Self {
            snapshot_bytes: env.parsed("TIMESERIES_SNAPSHOT_BYTES", 1 << 30)?,
            answer_bytes: env.parsed("TIMESERIES_ANSWER_BYTES", 128 << 20)?,
            signing_key: signing_key(env)?,
            datasets_every: env.seconds("TIMESERIES_DATASETS_SECONDS", 3600)?,
        })
    }
}

fn signing_key(env: &mut Env) -> Result<Option<Secret>, ConfigError> {
    let key = env.optional_secret("TIMESERIES_SIGNING_KEY")?;
    match key.as_ref().map(datasets::decode_seed) {
        Some(None) => {
            Err(ConfigError::new("TIMESERIES_SIGNING_KEY", "must be 64 hexadecimal digits"))
        }
        _ => Ok(key),
    }
}
