//! The settings of the catalog.

use kit::config::{ConfigError, Env};

/// How the catalog behaves.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `CATALOG_MEMORY_MIB` (64): the most memory that records are held in; what has no place in it the
    /// database answers.
    pub memory_bytes: usize,
}

impl Config {
    /// Reads the settings; the first wrong one is named.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        Ok(Self {
            memory_bytes: env.parsed("CATALOG_MEMORY_MIB", 64_usize)?.saturating_mul(1 << 20),
        })
    }
}
