//! The settings of sign-in, sessions and features of users, with one default and one check each.

use std::time::Duration;

use proto::identity::v1::Feature;
use url::Url;

use crate::auth_secret::AuthSecret;
use crate::config::{ConfigError, Env};
use crate::plain_links;

const SESSION_MAX_AGE: Duration = Duration::from_hours(30 * 24);
const SESSION_ABSOLUTE_MAX_AGE: Duration = Duration::from_hours(90 * 24);
const SESSION_UPDATE_AGE: Duration = Duration::from_hours(24);
/// The default and the maximum of `STEP_UP_MAX_AGE`: a fresh sign-in is one of the last 15 minutes.
const STEP_UP_MAX_AGE: Duration = Duration::from_mins(15);

/// `PUBLIC_URL` (required): the origin that browsers see, which beyond this machine is https.
pub fn public_url(env: &mut Env) -> Result<Url, ConfigError> {
    let wrong = |problem: &str| ConfigError::new("PUBLIC_URL", problem);
    let url = Url::parse(&env.required("PUBLIC_URL")?)
        .map_err(|problem| wrong(&format!("is not valid: {problem}")))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(wrong("must be an http or https address"));
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("must be an origin without a path"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("must not name a user"));
    }
    plain_links::check(env, "PUBLIC_URL", url.as_str())?;
    Ok(url)
}

/// `AUTH_SECRET` (required): the key of cookies, of pseudonyms and of the stored hashes of links; at least 32 characters. Up to four
/// lines: the first is used, the others are accepted. As `AUTH_SECRET_FILE` it is read again while the process runs.
pub fn auth_secret(env: &mut Env) -> Result<AuthSecret, ConfigError> {
    AuthSecret::new("AUTH_SECRET", env.replaceable_secret("AUTH_SECRET")?)
}

/// `SESSION_MAX_AGE` (30 days), in seconds: how long a session is valid after its last use.
pub fn session_max_age(env: &mut Env) -> Result<Duration, ConfigError> {
    env.seconds("SESSION_MAX_AGE", SESSION_MAX_AGE.as_secs())
}

/// `SESSION_ABSOLUTE_MAX_AGE` (90 days), in seconds: how long a session is valid after its sign-in, however often it is used.
pub fn session_absolute_max_age(env: &mut Env) -> Result<Duration, ConfigError> {
    env.seconds("SESSION_ABSOLUTE_MAX_AGE", SESSION_ABSOLUTE_MAX_AGE.as_secs())
}

/// `SESSION_UPDATE_AGE` (one day), in seconds: how old the last extension of a session must be before the next; with 0 every
/// use extends it.
pub fn session_update_age(env: &mut Env) -> Result<Duration, ConfigError> {
    env.parsed("SESSION_UPDATE_AGE", SESSION_UPDATE_AGE.as_secs()).map(Duration::from_secs)
}

/// `STEP_UP_MAX_AGE` (15 minutes), in seconds: how old a sign-in may be for changes by administrators and for linking an
/// account; 15 minutes at most.
pub fn step_up_max_age(env: &mut Env) -> Result<Duration, ConfigError> {
    let age = env.seconds("STEP_UP_MAX_AGE", STEP_UP_MAX_AGE.as_secs())?;
    if age > STEP_UP_MAX_AGE {
        let problem = format!("must be at most {} seconds", STEP_UP_MAX_AGE.as_secs());
        return Err(ConfigError::new("STEP_UP_MAX_AGE", problem));
    }
    Ok(age)
}

/// `DEFAULT_FEATURES` (none): the features of new users and of anonymous visitors, separated by commas.
pub fn default_features(env: &mut Env) -> Result<Vec<Feature>, ConfigError> {
    env.listed("DEFAULT_FEATURES")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(address: &str, plain: &str) -> Result<String, String> {
        let mut env = Env::fixed([("PUBLIC_URL", address), ("PLAIN_LINKS", plain)]);
        let url = public_url(&mut env).map_err(|error| error.to_string())?;
        Ok(url.origin().ascii_serialization())
    }

    #[test]
    fn a_sign_in_is_fresh_for_fifteen_minutes_at_most() {
        let age = |value| step_up_max_age(&mut Env::fixed([("STEP_UP_MAX_AGE", value)]));
        assert_eq!(step_up_max_age(&mut Env::fixed([])).unwrap(), Duration::from_mins(15));
        assert_eq!(age("900").unwrap(), Duration::from_mins(15));
        assert_eq!(age("60").unwrap(), Duration::from_mins(1));
        for longer in ["901", "31536000"] {
            let refused = age(longer).unwrap_err().to_string();
            assert_eq!(refused, "setting STEP_UP_MAX_AGE must be at most 900 seconds");
        }
    }

    #[test]
    fn visitors_beyond_this_machine_are_served_over_tls() {
        for address in ["http://assay.example", "http://192.0.2.1:8080", "http://[2001:db8::1]"] {
            let refused = outcome(address, "").unwrap_err();
            assert!(refused.starts_with("setting PUBLIC_URL reaches "), "{refused}");
            assert!(refused.contains("use https://, or set PLAIN_LINKS=allowed"), "{refused}");
            assert_eq!(outcome(address, "allowed").as_deref(), Ok(address));
        }
        for address in [
            "https://assay.example",
            "http://127.0.0.1:8080",
            "http://localhost:8080",
            "http://[::1]:8080",
        ] {
            assert_eq!(outcome(address, "").as_deref(), Ok(address));
        }
    }
}
