//! The setting `OIDC_PROVIDERS`.

use std::collections::HashSet;

use kit::config::{ConfigError, Env, Secret};
use kit::loopback::is_loopback;
use kit::replaceable_secret::{ParsedSecret, ReplaceableSecret};
use openidconnect::IssuerUrl;
use serde::Deserialize;

const NAME: &str = "OIDC_PROVIDERS";

/// One OpenID provider.
#[derive(Clone, Debug)]
pub struct ProviderConfig {
    pub id: String,
    pub name: String,
    pub issuer: IssuerUrl,
    pub client_id: String,
    pub client_secret: Secret,
    /// Whether its ID tokens name the time of the sign-in when they are requested to. A provider that does not signs people
    /// in, but not for changes that need a fresh sign-in.
    pub auth_time: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ProviderSettings {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    client_secret: String,
    #[serde(default = "yes")]
    auth_time: bool,
}

fn yes() -> bool {
    true
}

/// Reads `OIDC_PROVIDERS`; it holds secrets and is never shown.
pub fn from_env(env: &mut Env) -> Result<ParsedSecret<Vec<ProviderConfig>>, ConfigError> {
    let text =
        env.optional_replaceable_secret(NAME)?.unwrap_or_else(|| ReplaceableSecret::from("[]"));
    ParsedSecret::new(text, parse)
}

fn parse(text: &str) -> Result<Vec<ProviderConfig>, ConfigError> {
    // The parser's own message may repeat a secret, its position does not.
    let written: Vec<ProviderSettings> = serde_json::from_str(text).map_err(|error| {
        let access = format!("line {}, column {}", error.line(), error.column());
        let shape = "a JSON list of {id, name, issuer, clientId, clientSecret, authTime?}";
        ConfigError::new(NAME, format!("is not {shape} ({access})"))
    })?;
    let mut ids = HashSet::from(["email".to_owned()]);
    written
        .into_iter()
        .map(|one| {
            if !ids.insert(one.id.clone()) {
                return Err(ConfigError::new(NAME, format!("uses the id {:?} twice", one.id)));
            }
            checked(one)
        })
        .collect()
}

fn checked(one: ProviderSettings) -> Result<ProviderConfig, ConfigError> {
    let wrong = |problem: String| ConfigError::new(NAME, problem);
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if one.id.is_empty() || one.id.len() > 40 || !one.id.chars().all(plain) {
        return Err(wrong(format!("has the id {:?}: letters, digits, - and _ only", one.id)));
    }
    if one.name.is_empty() || one.client_id.is_empty() {
        return Err(wrong(format!("has an empty name or clientId for {}", one.id)));
    }
    let issuer = IssuerUrl::new(one.issuer)
        .map_err(|_| wrong(format!("has an issuer that is not an address for {}", one.id)))?;
    let url = issuer.url();
    if url.scheme() != "https" && !(url.scheme() == "http" && is_loopback(url)) {
        return Err(wrong(format!("must have an https issuer for {}", one.id)));
    }
    Ok(ProviderConfig {
        id: one.id,
        name: one.name,
        issuer,
        client_id: one.client_id,
        client_secret: Secret::new(one.client_secret),
        auth_time: one.auth_time,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(id: &str, issuer: &str) -> Result<ParsedSecret<Vec<ProviderConfig>>, ConfigError> {
        let text = format!(
            r#"[{{"id":"{id}","name":"Peer","issuer":"{issuer}","clientId":"a","clientSecret":"hush"}}]"#
        );
        from_env(&mut Env::fixed([(NAME, &text)]))
    }

    #[test]
    fn takes_https_issuers_and_http_ones_on_this_machine() {
        assert_eq!(read("google", "https://accounts.google.com").unwrap().now()[0].id, "google");
        for issuer in ["http://127.0.0.1:4000", "http://localhost:4000", "http://[::1]:4000"] {
            assert_eq!(read("peer", issuer).unwrap().now().len(), 1);
        }
        assert!(read("peer", "http://issuer.example").is_err());
        assert!(read("peer", "ftp://127.0.0.1").is_err());
    }

    #[test]
    fn takes_a_provider_that_does_not_name_the_time_of_a_sign_in() {
        let entry =
            r#""id":"a","name":"A","issuer":"https://a.example","clientId":"a","clientSecret":"s""#;
        for (more, expected) in
            [("", true), (r#","authTime":true"#, true), (r#","authTime":false"#, false)]
        {
            let text = format!("[{{{entry}{more}}}]");
            let read = from_env(&mut Env::fixed([(NAME, text.as_str())])).unwrap();
            assert_eq!(read.now()[0].auth_time, expected, "{text}");
        }
    }

    #[test]
    fn refuses_ids_that_clash_or_break_addresses() {
        for id in ["email", "", "a/b", "a b", "ä"] {
            assert!(read(id, "https://issuer.example").is_err(), "{id}");
        }
    }

    #[test]
    fn never_repeats_a_secret() {
        let mut env = Env::fixed([(NAME, r#"[{"id":"a","clientSecret":"hush","oops":"hush"}]"#)]);
        let error = from_env(&mut env).unwrap_err().to_string();
        assert!(error.starts_with("setting OIDC_PROVIDERS is not a JSON list"), "{error}");
        assert!(!error.contains("hush"));
    }
}
