//! The settings of the service.

use std::time::Duration;

use kit::config::{ConfigError, Env, Secret};
use kit::replaceable_secret::ParsedSecret;

use crate::datasets;

const SIGNING_KEY: &str = "TIMESERIES_SIGNING_KEY";

/// How the service behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// `TIMESERIES_SNAPSHOT_BYTES` (1 GiB): the most that the numbers in memory may take.
    pub snapshot_bytes: usize,
    /// `TIMESERIES_ANSWER_BYTES` (128 MiB): the most memory of answers that are made or sent at a time.
    pub answer_bytes: usize,
    /// `TIMESERIES_SIGNING_KEY` (made once and kept in the database): signs the manifest of the datasets; the seed of
    /// an Ed25519 key as 64 hexadecimal digits. Another one signs from the next manifest on.
    pub signing_key: Option<ParsedSecret<Secret>>,
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

fn signing_key(env: &mut Env) -> Result<Option<ParsedSecret<Secret>>, ConfigError> {
    let Some(key) = env.optional_replaceable_secret(SIGNING_KEY)? else { return Ok(None) };
    let made = ParsedSecret::new(key, |text| {
        let key = Secret::new(text);
        match datasets::decode_seed(&key) {
            Some(_) => Ok(key),
            None => Err(ConfigError::new(SIGNING_KEY, "must be 64 hexadecimal digits")),
        }
    });
    made.map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signing_key_is_replaced_while_the_service_runs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let write = |digits: &str| std::fs::write(&file, digits.repeat(32)).unwrap();
        write("07");
        let mut env = Env::fixed([("TIMESERIES_SIGNING_KEY_FILE", file.to_str().unwrap())]);
        let key = signing_key(&mut env).unwrap().unwrap();
        let present = || key.now().expose().to_owned();
        assert_eq!(present(), "07".repeat(32));
        // Longer than a value is used before its file is read again.
        let wait = || std::thread::sleep(Duration::from_millis(1_100));
        write("no");
        wait();
        assert_eq!(present(), "07".repeat(32), "a wrong one is not used");
        write("08");
        wait();
        assert_eq!(present(), "08".repeat(32));
        let refused = signing_key(&mut Env::fixed([(SIGNING_KEY, "07")])).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "setting TIMESERIES_SIGNING_KEY must be 64 hexadecimal digits"
        );
    }
}
