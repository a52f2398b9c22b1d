//! The settings of the service.

use kit::auth_secret::AuthSecret;
use kit::config::{ConfigError, Env};
use kit::session_settings;
use mail::Mailer;

use crate::notices::mail::Mails;
use crate::policy_sets::PolicySetName;

/// The setting with the secrets of the codes of keys.
pub const PEPPERS: &str = "API_KEY_PEPPERS";

/// The settings that no other service has.
#[derive(Clone, Debug)]
pub struct Config {
    /// `ACCESS_POLICY_SET` (open): the policies of plans; `open` shows all data in every plan, `tiered` by plan.
    pub policy_set: PolicySetName,
    /// `IDENTITY_URL` (required): the addresses of identity, which knows plans, members and their addresses.
    pub identity_url: String,
    /// `API_KEY_PEPPERS` (required): a part of the stored code of every API key; at least 32 characters. Up to four lines: the
    /// first is used, the others are accepted.
    pub peppers: AuthSecret,
    /// `PUBLIC_URL` (required), `MAIL_FROM`, `SMTP_URL` and `SMTP_CA` ([`Mailer::from_env`]): for the mails about keys and plans.
    /// `PLAN_REQUESTS_TO` (none): the address to which requests for plans are sent; without it none are taken.
    pub mails: Mails,
}

impl Config {
    /// Reads the settings; the error names the first wrong one.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let public_url = session_settings::public_url(env)?;
        Ok(Self {
            policy_set: env.parsed("ACCESS_POLICY_SET", PolicySetName::Open)?,
            identity_url: env.required("IDENTITY_URL")?,
            peppers: AuthSecret::new(PEPPERS, env.replaceable_secret(PEPPERS)?)?,
            mails: Mails {
                mailer: Mailer::from_env(env, &public_url)?,
                public_url: public_url.origin().ascii_serialization(),
                plan_requests_to: env.email("PLAN_REQUESTS_TO")?,
            },
        })
    }
}
