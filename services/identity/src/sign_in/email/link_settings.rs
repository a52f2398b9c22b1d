//! The settings of sign-in links.

use std::time::Duration;

use kit::config::{ConfigError, Env};

const VALIDITY: Duration = Duration::from_mins(10);

/// `EMAIL_TOKEN_MAX_AGE` (10 minutes), in seconds: how long a sign-in link can be used.
pub fn validity(env: &mut Env) -> Result<Duration, ConfigError> {
    env.seconds("EMAIL_TOKEN_MAX_AGE", VALIDITY.as_secs())
}
