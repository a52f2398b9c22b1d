//! The settings of sign-in links.

use std::time::Duration;

use kit::config::{ConfigError, Env};

const SETTING: &str = "EMAIL_TOKEN_MAX_AGE";
/// The default and the maximum, so that an old mail in a mailbox has no link that works.
const LONGEST_VALIDITY: Duration = Duration::from_mins(10);

/// `EMAIL_TOKEN_MAX_AGE` (10 minutes), in seconds: how long a sign-in link can be used.
pub fn validity(env: &mut Env) -> Result<Duration, ConfigError> {
    let validity = env.seconds(SETTING, LONGEST_VALIDITY.as_secs())?;
    if validity > LONGEST_VALIDITY {
        let problem = format!("must be at most {} seconds", LONGEST_VALIDITY.as_secs());
        return Err(ConfigError::new(SETTING, problem));
    }
    Ok(validity)
}
