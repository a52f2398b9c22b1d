//! Connections without TLS, of programs and of browsers: to this machine always, beyond it only where the operator allows them.

use url::Url;

use crate::config::{ConfigError, Env, items};
use crate::loopback::is_loopback_host;
use crate::replaceable_secret::ReplaceableSecret;

impl Env {
    /// An address with a login that must be there, and may be replaced while the process runs. Beyond this machine it must
    /// use TLS.
    pub fn replaceable_address(&mut self, name: &str) -> Result<ReplaceableSecret, ConfigError> {
        let value = self.required(name)?;
        check(self, name, &value)?;
        Ok(self.kept_in_file(name, &value))
    }
}

/// Whether `PLAIN_LINKS` is `allowed`, for networks that protect connections themselves.
pub fn are_allowed(env: &mut Env) -> Result<bool, ConfigError> {
    let name = "PLAIN_LINKS";
    match env.text(name)?.as_deref() {
        None => Ok(false),
        Some("allowed") => Ok(true),
        Some(_) => Err(ConfigError::new(name, "must be allowed, or unset")),
    }
}

/// Refuses addresses, separated by commas, of servers beyond this machine that would be used without TLS. Postgres says in another
/// place whether it uses TLS (`sslmode`).
pub(crate) fn check(env: &mut Env, setting: &str, addresses: &str) -> Result<(), ConfigError> {
    let allowed = are_allowed(env)?;
    for address in items(addresses) {
        let usual = if setting == "NATS_URL" { "nats" } else { "http" };
        let (scheme, rest) = address.split_once("://").unwrap_or((usual, address));
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "nats" => "tls",
            "redis" => "rediss",
            "valkey" => "valkeys",
            "http" => "https",
            "ws" => "wss",
            _ => continue,
        };
        let url = Url::parse(&format!("{scheme}://{rest}"));
        let Some(host) = url.as_ref().ok().and_then(Url::host_str) else {
            return Err(ConfigError::new(setting, "is not a valid address"));
        };
        if !allowed && !is_loopback_host(host) {
            return Err(refusal(setting, host, &format!("{secure}://")));
        }
    }
    Ok(())
}

/// The refusal of an address, with what would make it good.
pub fn refusal(setting: &str, host: &str, secure: &str) -> ConfigError {
    let problem = format!("reaches {host} without TLS: use {secure}, or set PLAIN_LINKS=allowed");
    ConfigError::new(setting, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(setting: &str, addresses: &str, plain: &str) -> Result<(), String> {
        let mut env = Env::fixed([("PLAIN_LINKS", plain)]);
        check(&mut env, setting, addresses).map_err(|error| error.to_string())
    }

    #[test]
    fn a_server_beyond_this_machine_needs_tls() {
        for (setting, address, secure) in [
            ("NATS_URL", "nats://catalog:secret@bus:4222", "tls://"),
            ("NATS_URL", "tls://one:4222,nats://two:4222", "tls://"),
            ("NATS_URL", "bus:4222", "tls://"),
            ("REDIS_URL", "redis://gateway:secret@10.0.0.1:6379", "rediss://"),
            ("REDIS_URL", "REDIS://localhost.example.org", "rediss://"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317", "https://"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317", "https://"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://[fd00::1]:4317", "https://"),
        ] {
            let refused = outcome(setting, address, "").unwrap_err();
            assert!(refused.starts_with(&format!("setting {setting} reaches ")), "{refused}");
            assert!(refused.contains(&format!("use {secure}, or set PLAIN_LINKS")), "{refused}");
            assert!(!refused.contains("secret"), "{refused}");
            assert_eq!(outcome(setting, address, "allowed"), Ok(()));
        }
    }

    #[test]
    fn tls_and_this_machine_are_good() {
        for address in [
            "tls://bus:4222",
            "rediss://redis:6379",
            "https://collector:4317",
            "nats://127.0.0.1:4222",
            "redis://user:secret@localhost",
            "http://[::1]:4317",
            "redis+unix:///run/redis.sock",
            "postgres://db/catalog",
        ] {
            assert_eq!(outcome("X_URL", address, ""), Ok(()), "{address}");
        }
    }

    #[test]
    fn a_misspelt_permission_is_refused() {
        let refused = outcome("NATS_URL", "tls://bus", "yes").unwrap_err();
        assert_eq!(refused, "setting PLAIN_LINKS must be allowed, or unset");
    }
}
