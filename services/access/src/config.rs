//! The settings of the service.

use kit::config::{ConfigError, Env};

use crate::policy_sets::PolicySetName;

/// The settings that no other service has.
#[derive(Clone, Debug)]
pub struct Config {
    /// `ACCESS_POLICY_SET` (open): the policies of plans; `open` shows all data in every plan, `tiered` by plan.
    pub policy_set: PolicySetName,
    /// `IDENTITY_URL` (required): the addresses of identity, which lists the plans of organizations.
    pub identity_url: String,
}

impl Config {
    /// Reads the settings; the error names the first wrong one.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        Ok(Self {
            policy_set: env.parsed("ACCESS_POLICY_SET", PolicySetName::Open)?,
            identity_url: env.required("IDENTITY_URL")?,
        })
    }
}
