//! The cookies (state, PKCE verifier, nonce) that a browser carries through the flow at a provider.

use std::borrow::Cow;

use cookie::{Cookie, CookieJar, Key};
use kit::config::Secret;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::cookies::Names;
use crate::http_message::cookies::RequestCookies;

/// How long a visitor may take to sign in at a provider, as the sealed cookies say.
const STATE_COOKIE_LIFETIME: Duration = Duration::minutes(15);

/// Seals and opens the cookies of a flow. A sealed value holds only under its own name, for the
/// provider it was made for, and until its end.
#[derive(Debug, Clone, Copy)]
pub struct Sealer<'a> {
    /// The present one first; the others may have sealed what comes back.
    pub secrets: &'a [Secret],
    pub names: &'a Names,
    pub provider: &'a str,
    pub now: OffsetDateTime,
}

#[derive(Serialize, Deserialize)]
struct SealedValue<'a> {
    provider: Cow<'a, str>,
    value: Cow<'a, str>,
    expires: i64,
}

impl Sealer<'_> {
    /// The cookie that carries a value.
    pub fn seal(&self, name: &str, value: &str) -> Cookie<'static> {
        let expires = self.now + STATE_COOKIE_LIFETIME;
        let sealed = SealedValue {
            provider: self.provider.into(),
            value: value.into(),
            expires: expires.unix_timestamp(),
        };
        let plain = serde_json::json!(sealed).to_string();
        let mut jar = CookieJar::new();
        jar.private_mut(&key(&self.secrets[0], name)).add(Cookie::new(name.to_owned(), plain));
        let value = jar.get(name).map(Cookie::value).unwrap_or_default();
        let mut cookie = self.names.until(name, value, expires);
        if name != self.names.nonce {
            cookie.set_max_age(STATE_COOKIE_LIFETIME);
        }
        cookie
    }

    /// The value that a cookie carries, if it is ours, for this provider, and not over.
    pub fn open(&self, name: &str, received: &RequestCookies) -> Option<String> {
        let mut jar = CookieJar::new();
        jar.add_original(Cookie::new(name.to_owned(), received.get(name)?.to_owned()));
        let opened =
            self.secrets.iter().find_map(|secret| jar.private(&key(secret, name)).get(name))?;
        let sealed: SealedValue<'_> = serde_json::from_str(opened.value()).ok()?;
        let valid = sealed.provider == self.provider
            && sealed.expires > self.now.unix_timestamp()
            && !sealed.value.is_empty();
        valid.then(|| sealed.value.into_owned())
    }

    /// Removals of everything a flow left in the browser.
    pub fn removals(&self, received: &RequestCookies) -> Vec<Cookie<'static>> {
        [&self.names.state, &self.names.verifier, &self.names.nonce, &self.names.step_up]
            .into_iter()
            .filter(|name| received.get(name).is_some())
            .map(|name| self.names.removal(name))
            .collect()
    }
}

fn key(secret: &Secret, name: &str) -> Key {
    Key::derive_from(format!("{}|{name}", secret.expose()).as_bytes())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::COOKIE;

    use super::*;

    fn secrets<const N: usize>(names: [&str; N]) -> [Secret; N] {
        names.map(|name| Secret::new(format!("{name}-secret-of-at-least-thirty-two-chars")))
    }

    fn received(pairs: &[(&str, &str)]) -> RequestCookies {
        let line: Vec<String> =
            pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, line.join("; ").parse().unwrap());
        RequestCookies::read(&headers)
    }

    #[test]
    fn opens_only_what_was_sealed_under_the_same_name_provider_secret_and_time() {
        let names = Names::new(false);
        let now = OffsetDateTime::UNIX_EPOCH;
        let own = secrets(["own"]);
        let sealer = Sealer { secrets: &own, names: &names, provider: "acme", now };
        let cookie = sealer.seal(&names.state, "the \"state\"");
        let back = received(&[(&names.state, cookie.value())]);
        assert!(!cookie.value().contains("state"));
        assert_eq!(sealer.open(&names.state, &back).as_deref(), Some("the \"state\""));

        let moved = received(&[(&names.verifier, cookie.value())]);
        assert_eq!(sealer.open(&names.verifier, &moved), None, "another name");
        let other = Sealer { provider: "other", ..sealer };
        assert_eq!(other.open(&names.state, &back), None, "another provider");
        let foreign = Sealer { secrets: &secrets(["foreign"]), ..sealer };
        assert_eq!(foreign.open(&names.state, &back), None, "another secret");
        let replaced = Sealer { secrets: &secrets(["new", "own"]), ..sealer };
        assert!(replaced.open(&names.state, &back).is_some(), "the previous secret");
        let again = received(&[(&names.state, replaced.seal(&names.state, "x").value())]);
        assert_eq!(sealer.open(&names.state, &again), None, "it seals with the present one");
        let late = Sealer { now: now + STATE_COOKIE_LIFETIME, ..sealer };
        assert_eq!(late.open(&names.state, &back), None, "too late");
        let forged = received(&[(&names.state, "bm90IHNlYWxlZA==")]);
        assert_eq!(sealer.open(&names.state, &forged), None, "forged");
    }

    #[test]
    fn lives_fifteen_minutes() {
        let names = Names::new(true);
        let now = OffsetDateTime::UNIX_EPOCH;
        let own = secrets(["own"]);
        let sealer = Sealer { secrets: &own, names: &names, provider: "acme", now };
        let state = sealer.seal(&names.state, "x").to_string();
        assert!(state.ends_with(
            "HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=900; Expires=Thu, 01 Jan 1970 00:15:00 GMT"
        ));
        let nonce = sealer.seal(&names.nonce, "x").to_string();
        assert!(!nonce.contains("Max-Age") && nonce.contains("Expires=Thu, 01 Jan 1970 00:15:00"));
    }
}
