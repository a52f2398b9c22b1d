//! The address and limits of a service's database.

use std::str::FromStr;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use url::Url;

use super::limits;
use crate::config::{ConfigError, Env};
use crate::loopback::is_loopback_host;
use crate::plain_links;
use crate::private_ca::PrivateCa;
use crate::replaceable_secret::ReplaceableSecret;

/// The address and limits of a connection pool.
#[derive(Clone, Debug)]
pub struct DbConfig {
    pub(super) options: PgConnectOptions,
    /// The address again, for its login, which may be replaced.
    pub(super) address: Option<ReplaceableSecret>,
    /// The most connections the process opens.
    pub pool: u32,
    /// How long a caller waits for a connection.
    pub acquire: Duration,
    /// The time limit of one statement.
    pub statement: Duration,
}

impl DbConfig {
    /// Reads `<PREFIX>_DATABASE_URL` (required) and `<PREFIX>_DATABASE_POOL` (8).
    pub fn from_env(env: &mut Env, prefix: &str) -> Result<Self, ConfigError> {
        let name = format!("{prefix}_DATABASE_URL");
        let address = env.replaceable_address(&name)?;
        let pool_name = format!("{prefix}_DATABASE_POOL");
        let pool = env.parsed(&pool_name, limits::DEFAULT_POOL)?;
        if pool == 0 {
            return Err(ConfigError::new(&pool_name, "must be at least 1"));
        }
        let mut config =
            Self::from_url(&address.now()).map_err(|problem| ConfigError::new(&name, problem))?;
        config.options = secured(config.options, env, &name)?;
        config.address = Some(address);
        config.pool = pool;
        config.options = config.options.application_name(&prefix.to_lowercase());
        Ok(config)
    }

    /// The same with another number of connections.
    #[must_use]
    pub fn with_pool(mut self, pool: u32) -> Self {
        self.pool = pool;
        self
    }

    /// The same with a setting of the server for every connection.
    #[must_use]
    pub fn with_setting(mut self, name: &str, value: &str) -> Self {
        self.options = self.options.options([(name, value)]);
        self
    }

    /// The same without log lines for slow statements.
    #[must_use]
    pub fn without_statement_logs(mut self) -> Self {
        self.options = self.options.disable_statement_logging();
        self
    }

    /// The same with certificates of the operator's own authority. An address on this machine that does not say otherwise
    /// (`sslmode`) then demands a certificate for its host, as all others do.
    #[must_use]
    pub(super) fn trusting(mut self, private_ca: &PrivateCa) -> Self {
        if let Some(pem) = private_ca.pem() {
            if matches!(self.options.get_ssl_mode(), PgSslMode::Prefer) {
                self.options = self.options.ssl_mode(PgSslMode::VerifyFull);
            }
            self.options = self.options.ssl_root_cert_from_pem(pem.as_bytes().to_vec());
        }
        self
    }

    /// The same with the login and the certificates of this moment.
    #[must_use]
    pub(super) fn renewed(&self, private_ca: &PrivateCa) -> Self {
        let mut config = self.clone();
        let address = self.address.as_ref().map(ReplaceableSecret::now);
        if let Some(Ok(url)) = address.map(|address| Url::parse(&address)) {
            let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
            config.options = config.options.username(&decoded(url.username()));
            if let Some(password) = url.password() {
                config.options = config.options.password(&decoded(password));
            }
        }
        config.trusting(private_ca)
    }

    /// The defaults for an address. Only settings are checked for TLS.
    pub fn from_url(url: &str) -> Result<Self, String> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err("must start with postgres://".to_owned());
        }
        let options = PgConnectOptions::from_str(url)
            .map_err(|_| "is not a postgres:// address".to_owned())?;
        Ok(Self {
            options,
            address: None,
            pool: limits::DEFAULT_POOL,
            acquire: limits::CONNECTION_WAIT,
            statement: limits::STATEMENT,
        })
    }
}

/// Demands a certificate for the host of a server beyond this machine.
fn secured(
    options: PgConnectOptions,
    env: &mut Env,
    setting: &str,
) -> Result<PgConnectOptions, ConfigError> {
    let is_here = options.get_socket().is_some() || is_loopback_host(options.get_host());
    if plain_links::are_allowed(env)? || is_here {
        return Ok(options);
    }
    match options.get_ssl_mode() {
        PgSslMode::VerifyFull => Ok(options),
        // The default of the library if the address states no mode: it would do without TLS.
        PgSslMode::Prefer => Ok(options.ssl_mode(PgSslMode::VerifyFull)),
        // The authority may have signed for others, such as the services.
        PgSslMode::VerifyCa => {
            let problem = format!(
                "does not check that the certificate is that of {}: use sslmode=verify-full, or set PLAIN_LINKS=allowed",
                options.get_host()
            );
            Err(ConfigError::new(setting, problem))
        }
        PgSslMode::Disable | PgSslMode::Allow | PgSslMode::Require => {
            Err(plain_links::refusal(setting, options.get_host(), "sslmode=verify-full"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str, plain: &str) -> Result<PgSslMode, String> {
        let mut env = Env::fixed([("X_DATABASE_URL", url), ("PLAIN_LINKS", plain)]);
        let config = DbConfig::from_env(&mut env, "X").map_err(|error| error.to_string())?;
        Ok(config.options.get_ssl_mode())
    }

    #[test]
    fn a_server_beyond_this_machine_must_prove_its_name() {
        assert!(matches!(mode("postgres://me:secret@db/x", ""), Ok(PgSslMode::VerifyFull)));
        let preferred = mode("postgres://me:secret@db/x?sslmode=prefer", "");
        assert!(matches!(preferred, Ok(PgSslMode::VerifyFull)));
        let any_name = "postgres://me:secret@db/x?sslmode=verify-ca";
        assert_eq!(
            mode(any_name, "").unwrap_err(),
            "setting X_DATABASE_URL does not check that the certificate is that of db: use sslmode=verify-full, or set PLAIN_LINKS=allowed"
        );
        assert!(matches!(mode(any_name, "allowed"), Ok(PgSslMode::VerifyCa)));
        for weak in ["disable", "allow", "require"] {
            let url = format!("postgres://me:secret@db/x?sslmode={weak}");
            let refused = mode(&url, "").unwrap_err();
            assert_eq!(
                refused,
                "setting X_DATABASE_URL reaches db without TLS: use sslmode=verify-full, or set PLAIN_LINKS=allowed"
            );
            assert!(mode(&url, "allowed").is_ok());
        }
    }

    #[test]
    fn this_machine_and_a_protected_network_may_do_without() {
        for url in
            ["postgres://me@127.0.0.1:5432/x", "postgres://me@localhost/x", "postgres://me@[::1]/x"]
        {
            assert!(matches!(mode(url, ""), Ok(PgSslMode::Prefer)), "{url}");
        }
        assert!(matches!(mode("postgres://me@db/x", "allowed"), Ok(PgSslMode::Prefer)));
    }
}
