//! The settings of identity.

use std::net::SocketAddr;
use std::time::Duration;

use kit::auth_secret::AuthSecret;
use kit::config::{ConfigError, Env, Secret, items};
use kit::replaceable_secret::{ParsedSecret, ReplaceableSecret};
use kit::session_settings;
use mail::Mailer;
use proto::identity::v1::Feature;

use crate::email_address;
use crate::erasure::grace_period::USUAL_GRACE;
use crate::sign_in::email::link_settings;
use crate::sign_in::oidc::provider_settings::{self, ProviderConfig};

/// The settings of the service.
#[derive(Clone, Debug)]
pub struct Config {
    /// `PUBLIC_URL`: the origin that browsers see, without a slash at the end.
    pub public_url: String,
    /// `AUTH_SECRET`: part of the stored hash of every link; at least 32 characters.
    pub auth_secret: AuthSecret,
    /// `ADMIN_EMAILS`: users become administrators when they first sign in with one of these verified addresses.
    pub admin_emails: Vec<String>,
    /// `ADMIN_PASSKEY_REQUIRED`: `on` requires of administrators a sign-in with a passkey; without one they administer
    /// nothing. Off by default.
    pub admin_passkey_required: bool,
    /// How long a session is valid after its last extension (`kit::session_settings`).
    pub session_max_age: Duration,
    /// `SESSION_ABSOLUTE_MAX_AGE`: how long a session is valid after its sign-in, however often it is extended.
    pub session_absolute_max_age: Duration,
    /// `SESSION_UPDATE_AGE`: how old an extension must be before the next.
    pub session_update_age: Duration,
    /// How old a sign-in may be for changes that need a fresh one (`kit::session_settings`).
    pub step_up_max_age: Duration,
    /// `EMAIL_TOKEN_MAX_AGE`: how long a sign-in link can be used, ten minutes at most.
    pub email_token_max_age: Duration,
    /// `ERASURE_GRACE`: how long after the request an account is erased.
    pub erasure_grace: Duration,
    /// `SIGNIN_LIMITS`: `off` disables the rate limits of mails; for load tests only.
    pub signin_limits: bool,
    /// `DEFAULT_FEATURES`: the enabled features of a new user.
    pub default_features: Vec<Feature>,
    /// `INTERCOM_SECRET`: proves a user's address to the chat widget.
    pub intercom_secret: Option<ReplaceableSecret>,
    /// `OIDC_PROVIDERS`: JSON list of `{id, name, issuer, clientId, clientSecret}`, with `authTime: false` for a provider
    /// whose ID tokens do not name the time of the sign-in; the secrets of those that are there at the start may be replaced.
    pub providers: ParsedSecret<Vec<ProviderConfig>>,
    /// `DNS_RESOLVER`: address and port of the DNS server that checks the domains of teams; by default those of the machine.
    pub dns_resolver: Option<SocketAddr>,
    /// `MAIL_FROM`, `SMTP_URL` and `SMTP_CA` ([`Mailer::from_env`]).
    pub mailer: Mailer,
}

impl Config {
    /// Reads the settings; the error names the first wrong one.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let public_url = session_settings::public_url(env)?;
        Ok(Self {
            auth_secret: session_settings::auth_secret(env)?,
            admin_emails: admin_emails(env)?,
            admin_passkey_required: env.switch("ADMIN_PASSKEY_REQUIRED", false)?,
            session_max_age: session_settings::session_max_age(env)?,
            session_absolute_max_age: session_settings::session_absolute_max_age(env)?,
            session_update_age: session_settings::session_update_age(env)?,
            step_up_max_age: session_settings::step_up_max_age(env)?,
            email_token_max_age: link_settings::validity(env)?,
            erasure_grace: env.seconds("ERASURE_GRACE", USUAL_GRACE.as_secs())?,
            signin_limits: env.switch("SIGNIN_LIMITS", true)?,
            default_features: session_settings::default_features(env)?,
            intercom_secret: env.optional_replaceable_secret("INTERCOM_SECRET")?,
            providers: provider_settings::from_env(env)?,
            dns_resolver: dns_resolver(env)?,
            mailer: Mailer::from_env(env, &public_url)?,
            public_url: public_url.origin().ascii_serialization(),
        })
    }
}

// The addresses are personal data and not shown among the effective settings.
fn admin_emails(env: &mut Env) -> Result<Vec<String>, ConfigError> {
    let text = env.optional_secret("ADMIN_EMAILS")?;
    items(text.as_ref().map_or("", Secret::expose))
        .map(|item| {
            email_address::normalise(item).ok_or_else(|| {
                ConfigError::new(
                    "ADMIN_EMAILS",
                    format!("contains {item:?}, which is not an e-mail address"),
                )
            })
        })
        .collect()
}

fn dns_resolver(env: &mut Env) -> Result<Option<SocketAddr>, ConfigError> {
    let parse = |text: String| {
        let problem = "is not an address with a port, as in 127.0.0.1:53";
        text.trim().parse().map_err(|_| ConfigError::new("DNS_RESOLVER", problem))
    };
    env.text("DNS_RESOLVER")?.map(parse).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env() -> Env {
        Env::fixed([
            ("PUBLIC_URL", "http://127.0.0.1:8080"),
            ("AUTH_SECRET", "0123456789abcdef0123456789abcdef"),
            ("SMTP_URL", "smtp://127.0.0.1:2525"),
        ])
    }

    fn refusal(name: &str, value: &str) -> String {
        Config::from_env(&mut env().with(name, value)).unwrap_err().to_string()
    }

    // The pool of mail connections needs a runtime.
    #[tokio::test]
    async fn has_the_documented_defaults() {
        let config = Config::from_env(&mut env()).unwrap();
        assert_eq!(config.session_max_age, Duration::from_hours(720));
        assert_eq!(config.session_absolute_max_age, Duration::from_hours(90 * 24));
        assert_eq!(config.session_update_age, Duration::from_hours(24));
        assert_eq!(config.step_up_max_age, Duration::from_mins(15));
        assert_eq!(config.email_token_max_age, Duration::from_mins(10));
        assert_eq!(config.erasure_grace, Duration::from_hours(7 * 24));
        assert!(config.signin_limits && config.default_features.is_empty());
        assert_eq!(config.dns_resolver, None);
        assert!(!config.admin_passkey_required);
        assert_eq!(config.mailer.site(), "127.0.0.1:8080");
        let named = env().with("PUBLIC_URL", "https://app.example");
        let config = Config::from_env(&mut { named }).unwrap();
        assert_eq!(config.mailer.site(), "app.example");
        assert_eq!(config.public_url, "https://app.example");
    }

    #[tokio::test]
    async fn one_line_names_the_wrong_setting() {
        for (name, value) in [
            ("PUBLIC_URL", "ftp://app.example"),
            ("PUBLIC_URL", "https://app.example/path"),
            ("AUTH_SECRET", "short"),
            ("SESSION_MAX_AGE", "soon"),
            ("SESSION_MAX_AGE", "0"),
            ("SESSION_ABSOLUTE_MAX_AGE", "0"),
            ("STEP_UP_MAX_AGE", "0"),
            ("STEP_UP_MAX_AGE", "901"),
            ("EMAIL_TOKEN_MAX_AGE", "-1"),
            ("EMAIL_TOKEN_MAX_AGE", "601"),
            ("ERASURE_GRACE", "0"),
            ("SIGNIN_LIMITS", "maybe"),
            ("ADMIN_PASSKEY_REQUIRED", "maybe"),
            ("DEFAULT_FEATURES", "enable-everything"),
            ("ADMIN_EMAILS", "nobody"),
            ("DNS_RESOLVER", "dns.example"),
            ("DNS_RESOLVER", "127.0.0.1"),
            ("MAIL_FROM", "nobody"),
            ("SMTP_URL", "http://mail.example"),
            ("SMTP_URL", "smtp://mail.example?tls=perhaps"),
            ("OIDC_PROVIDERS", "{}"),
        ] {
            let line = refusal(name, value);
            assert!(line.starts_with(&format!("setting {name} ")), "{line}");
            assert!(!line.contains('\n'), "{line}");
        }
    }

    #[tokio::test]
    async fn an_authority_without_a_certificate_stops_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(path("empty.pem"), "").unwrap();
        let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
        std::fs::write(path("key.pem"), key).unwrap();
        let garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        for url in ["smtp://127.0.0.1:2525", "smtps://127.0.0.1:465", "file:///tmp"] {
            for value in [
                path("missing.pem"),
                path("empty.pem"),
                path("key.pem"),
                path(""),
                "garbage".to_owned(),
                key.to_owned(),
                garbage.to_owned(),
            ] {
                let mut env = env().with("SMTP_URL", url).with("SMTP_CA", &value);
                let line = Config::from_env(&mut env).unwrap_err().to_string();
                assert!(line.starts_with("setting SMTP_CA "), "{url} {value}: {line}");
                assert!(!line.contains('\n'), "{line}");
            }
        }
    }

    #[tokio::test]
    async fn reads_features_and_administrators() {
        let mut env = env()
            .with("DEFAULT_FEATURES", "enable-api-keys, enable-api-keys,enable-data-downloads")
            .with("ADMIN_EMAILS", " Root@Example.com ,");
        let config = Config::from_env(&mut env).unwrap();
        assert_eq!(config.default_features.len(), 2);
        assert_eq!(config.admin_emails, ["root@example.com"]);
        assert!(!format!("{:?}", env.effective()).contains("Root"));
    }
}
