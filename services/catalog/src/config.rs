//! The settings of the catalog.

use kit::config::{ConfigError, Env};

/// How the catalog behaves.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `CATALOG_MEMORY_MIB` (64): the most memory that records are held in; what has no place in it the
    /// database answers.
    pub memory_bytes: usize,
    /// `SAMPLE_DATA` (off): whether `seed` writes the sample universe (on) or removes it (off).
    pub sample_data: bool,
}

impl Config {
    /// Reads the settings; the first wrong one is named.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        Ok(Self {
            memory_bytes: env.parsed("CATALOG_MEMORY_MIB", 64_usize)?.saturating_mul(1 << 20),
            sample_data: env.switch("SAMPLE_DATA", false)?,
        })
    }
}
