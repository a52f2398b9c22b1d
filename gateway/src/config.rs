//! The gateway's settings.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use kit::auth_secret::AuthSecret;
use kit::config::{ConfigError, Env, items};
use kit::replaceable_secret::ReplaceableSecret;
use kit::run::ADMIN_LISTEN;
use kit::session_settings;
use proto::identity::v1::Feature;
use url::Url;

use crate::call::rate_quotas::Rates;
use crate::leak_report_keys::LeakReportKeys;
use crate::third_party::{self, Script};
use crate::upstream::{self, Addresses};

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where browsers connect; `GATEWAY_LISTEN`, 127.0.0.1:8080.
    pub listen: SocketAddr,
    /// The address of probes and metrics; `GATEWAY_ADMIN_LISTEN`, 127.0.0.1:9090.
    pub admin_listen: SocketAddr,
    /// The exported site; `GATEWAY_SITE_DIR`, none.
    pub site_dir: Option<PathBuf>,
    /// The public address; `PUBLIC_URL`, required.
    pub public_url: Url,
    /// Signs and encrypts cookies; `AUTH_SECRET`, required, 32 characters or more (`kit::session_settings`).
    pub auth_secret: AuthSecret,
    /// The address of each service, by its name; `<NAME>_URL`, `http://<name>:9100`, with
    /// `SERVICE_TLS` https.
    pub services: Addresses,
    /// The bus; `NATS_URL`, required.
    pub nats_url: ReplaceableSecret,
    /// How long a session is valid after its last use (`kit::session_settings`).
    pub session_max_age: Duration,
    /// How often an open page refreshes its session, in seconds; `SESSION_POLL_SECONDS`, 0 = never.
    pub session_poll_seconds: u32,
    /// The features of anonymous visitors; `DEFAULT_FEATURES`, none.
    pub default_features: Vec<Feature>,
    /// The address of the blog in the menu; `BLOG_URL`, none.
    pub blog_url: Option<Url>,
    /// The contact for questions about data; `CONTACT_DATA_EMAIL`, none.
    pub contact_data_email: Option<String>,
    /// The contact for everything else; `CONTACT_TEAM_EMAIL`, none.
    pub contact_team_email: Option<String>,
    /// Third-party scripts, each loaded after consent; `THIRD_PARTY_SCRIPTS`: JSON list of
    /// `{kind, src, id, origins, names, inlineStyles}`, none.
    pub third_party_scripts: Vec<Script>,
    /// The most connections from one address; `CONNECTIONS_PER_ADDRESS`, a tenth of the total.
    pub connections_per_address: usize,
    /// The most connections altogether; `CONNECTIONS_TOTAL`, 20000.
    pub connections_total: usize,
    /// The memory for cached answers; `ANSWER_CACHE_MIB`, 64; 0 = no cache.
    pub answer_cache_bytes: u64,
    /// The memory for answers that are being made or sent; `ANSWER_MEMORY_MIB`, 96.
    pub answer_memory_bytes: usize,
    /// The same for one user, or for one address without a session; `ANSWER_MEMORY_PER_CALLER_MIB`, 32.
    pub answer_memory_per_caller: usize,
    /// Where calls are counted for the rates of all replicas; `REDIS_URL`, required unless `RATE_LIMITS` (on) is `off`, which
    /// is for load and conformance tests only.
    pub rate_limits_redis: Option<ReplaceableSecret>,
    /// How often users and addresses may make calls of each class.
    pub rates: Rates,
    /// The public keys of scanners for leaked secrets; `LEAK_REPORT_KEYS`: `identifier=key` in base64, none: no reports.
    pub leak_report_keys: LeakReportKeys,
    /// Peers whose `X-Forwarded-For` is trusted; `TRUSTED_PROXIES`, none.
    pub trusted_proxies: Vec<IpNet>,
}

impl Config {
    /// Reads the settings.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let connections_total = env.parsed("CONNECTIONS_TOTAL", 20_000_usize)?;
        let most = (connections_total / 10).max(1);
        Ok(Self {
            listen: env.parsed("GATEWAY_LISTEN", SocketAddr::from(([127, 0, 0, 1], 8080)))?,
            admin_listen: env.parsed("GATEWAY_ADMIN_LISTEN", ADMIN_LISTEN)?,
            site_dir: env.text("GATEWAY_SITE_DIR")?.map(PathBuf::from),
            public_url: session_settings::public_url(env)?,
            auth_secret: session_settings::auth_secret(env)?,
            services: upstream::addresses(env)?,
            nats_url: env.replaceable_address("NATS_URL")?,
            session_max_age: session_settings::session_max_age(env)?,
            session_poll_seconds: env.parsed("SESSION_POLL_SECONDS", 0)?,
            default_features: session_settings::default_features(env)?,
            blog_url: blog_url(env)?,
            contact_data_email: env.email("CONTACT_DATA_EMAIL")?,
            contact_team_email: env.email("CONTACT_TEAM_EMAIL")?,
            third_party_scripts: third_party::from_env(env)?,
            connections_per_address: env.parsed("CONNECTIONS_PER_ADDRESS", most)?,
            connections_total,
            answer_cache_bytes: u64::from(env.parsed("ANSWER_CACHE_MIB", 64_u16)?) << 20,
            answer_memory_bytes: answer_memory(env, "ANSWER_MEMORY_MIB", 96)?,
            answer_memory_per_caller: answer_memory(env, "ANSWER_MEMORY_PER_CALLER_MIB", 32)?,
            rate_limits_redis: rate_limits_redis(env)?,
            rates: Rates::from_env(env)?,
            leak_report_keys: LeakReportKeys::from_env(env)?,
            trusted_proxies: proxies(&env.text("TRUSTED_PROXIES")?.unwrap_or_default())?,
        })
    }

    /// The origin of the public address, as browsers write it.
    pub fn origin(&self) -> String {
        self.public_url.origin().ascii_serialization()
    }

    /// Whether browsers come over TLS; cookies are named and marked accordingly.
    pub fn is_secure(&self) -> bool {
        self.public_url.scheme() == "https"
    }

    /// Whether the address belongs to a trusted proxy.
    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(&peer.to_canonical()))
    }
}

/// Less than a batch may take would refuse it on an idle machine.
fn answer_memory(env: &mut Env, name: &str, usual: u16) -> Result<usize, ConfigError> {
    match env.parsed(name, usual)? {
        0..16 => Err(ConfigError::new(name, "must be at least 16")),
        mebibytes => Ok(usize::from(mebibytes) << 20),
    }
}

fn rate_limits_redis(env: &mut Env) -> Result<Option<ReplaceableSecret>, ConfigError> {
    if env.switch("RATE_LIMITS", true)? {
        env.replaceable_address("REDIS_URL").map(Some)
    } else {
        Ok(None)
    }
}

fn blog_url(env: &mut Env) -> Result<Option<Url>, ConfigError> {
    let wrong = |problem: &str| ConfigError::new("BLOG_URL", problem);
    let Some(text) = env.text("BLOG_URL")? else { return Ok(None) };
    let url = Url::parse(&text).map_err(|problem| wrong(&format!("is not valid: {problem}")))?;
    // It becomes a link: any other scheme could run in the page.
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(wrong("must be an http or https address"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("must not name a user"));
    }
    Ok(Some(url))
}

fn proxies(text: &str) -> Result<Vec<IpNet>, ConfigError> {
    let wrong = |problem: String| ConfigError::new("TRUSTED_PROXIES", problem);
    let network = |item: &str| {
        let network = item.parse::<IpNet>().or_else(|_| item.parse::<IpAddr>().map(IpNet::from));
        network.map_err(|_| {
            wrong(format!("contains {item:?}, which is not a network (expected 10.0.0.0/8)"))
        })
    };
    let networks = items(text).map(network).collect::<Result<Vec<_>, _>>()?;
    // A client could name any address in a header: it would escape the limit of connections, and get fresh limits of
    // calls each time.
    if IpNet::aggregate(&networks).iter().any(|network| network.prefix_len() == 0) {
        return Err(wrong("has every visitor in it".to_owned()));
    }
    Ok(networks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env() -> Env {
        Env::fixed([
            ("PUBLIC_URL", "http://127.0.0.1:8080"),
            ("AUTH_SECRET", "0123456789abcdef0123456789abcdef"),
            ("NATS_URL", "nats://127.0.0.1:4222"),
            ("REDIS_URL", "redis://127.0.0.1:6379"),
        ])
    }

    #[test]
    fn starts_with_the_required_settings_alone() {
        let config = Config::from_env(&mut env()).unwrap();
        assert_eq!(config.origin(), "http://127.0.0.1:8080");
        assert!(!config.is_secure());
        assert!(!config.trusts([127, 0, 0, 1].into()));
    }

    #[test]
    fn finds_each_service_by_its_name_or_its_setting() {
        let mut env = env().with("CATALOG_URL", "http://10.0.0.1:1");
        let config = Config::from_env(&mut env).unwrap();
        assert_eq!(config.services["catalog"], "http://10.0.0.1:1");
        assert_eq!(config.services["identity"], "http://identity:9100");
        assert_eq!(config.services.len(), upstream::SERVICES.len());
        let config = Config::from_env(&mut env.with("SERVICE_TLS", "/run/tls")).unwrap();
        assert_eq!(config.services["catalog"], "http://10.0.0.1:1");
        assert_eq!(config.services["identity"], "https://identity:9100");
    }

    #[test]
    fn names_the_setting_that_is_wrong() {
        for (name, value) in [
            ("PUBLIC_URL", "ftp://example.com"),
            ("PUBLIC_URL", "https://example.com/app"),
            ("PUBLIC_URL", "https://me:hush@example.com"),
            ("AUTH_SECRET", "short"),
            ("DEFAULT_FEATURES", "enable-everything"),
            ("TRUSTED_PROXIES", "10.0.0.0/33"),
            ("TRUSTED_PROXIES", "10.0.0.0/8, 0.0.0.0/0"),
            ("TRUSTED_PROXIES", "::/0"),
            ("TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1"),
            ("CONNECTIONS_PER_ADDRESS", "many"),
            ("ANSWER_CACHE_MIB", "-1"),
            ("ANSWER_MEMORY_MIB", "8"),
            ("ANSWER_MEMORY_PER_CALLER_MIB", "much"),
            ("RATE_LIMITS", "maybe"),
            ("REDIS_URL", ""),
            ("RATES_PER_USER", "reading=many"),
            ("RATES_PER_ADDRESS", "reading=0/60"),
            ("LEAK_REPORT_KEYS", "first=AAAA"),
            ("BLOG_URL", "javascript:alert(1)"),
            ("BLOG_URL", "https://me:hush@example.com"),
            ("CONTACT_DATA_EMAIL", "nobody"),
            ("CONTACT_DATA_EMAIL", "Data <data@example.com>"),
            ("CONTACT_TEAM_EMAIL", "a@b@c"),
            ("THIRD_PARTY_SCRIPTS", "on"),
        ] {
            let error = Config::from_env(&mut env().with(name, value)).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
            assert!(!error.contains("hush"), "{error}");
        }
    }

    #[test]
    fn reads_lists() {
        let mut env = env()
            .with("DEFAULT_FEATURES", "enable-api-keys, enable-data-downloads,")
            .with("TRUSTED_PROXIES", "10.0.0.0/8,192.0.2.7");
        let config = Config::from_env(&mut env).unwrap();
        assert_eq!(config.default_features.len(), 2);
        assert!(config.trusts([10, 1, 2, 3].into()));
        assert!(config.trusts([192, 0, 2, 7].into()));
        assert!(!config.trusts([192, 0, 2, 8].into()));
    }
}
