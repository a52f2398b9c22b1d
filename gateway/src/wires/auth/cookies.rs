//! The cookies of the contract: names, attributes, and what a browser sent back.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use cookie::{Cookie, SameSite};
use percent_encoding::percent_decode_str;
use time::{Duration, OffsetDateTime};

use super::callback_url::encode_component;
use crate::call::caller::cookie_name;

const LONGEST_SESSION_TOKEN: usize = 512;

/// The names, which carry a prefix when the public origin speaks https.
#[derive(Clone, Debug)]
pub struct Names {
    secure: bool,
    pub csrf: String,
    pub callback_url: String,
    pub session: String,
    pub state: String,
    pub verifier: String,
    pub nonce: String,
}

impl Names {
    pub fn new(secure: bool) -> Self {
        let prefix = if secure { "__Secure-" } else { "" };
        let host_prefix = if secure { "__Host-" } else { "" };
        Self {
            secure,
            csrf: format!("{host_prefix}next-auth.csrf-token"),
            callback_url: format!("{prefix}next-auth.callback-url"),
            session: cookie_name(secure).to_owned(),
            state: format!("{prefix}next-auth.state"),
            verifier: format!("{prefix}next-auth.pkce.code_verifier"),
            nonce: format!("{prefix}next-auth.nonce"),
        }
    }

    /// A cookie for the browser session.
    pub fn cookie(&self, name: &str, value: &str) -> Cookie<'static> {
        Cookie::build((name.to_owned(), encode_component(value)))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.secure)
            .build()
    }

    /// A cookie with an end.
    pub fn until(&self, name: &str, value: &str, expires: OffsetDateTime) -> Cookie<'static> {
        let mut cookie = self.cookie(name, value);
        cookie.set_expires(expires);
        cookie
    }

    /// Takes a cookie out of the browser.
    pub fn removal(&self, name: &str) -> Cookie<'static> {
        let mut cookie = self.cookie(name, "");
        cookie.set_max_age(Duration::ZERO);
        cookie
    }
}

/// What the browser sent.
#[derive(Debug, Default)]
pub struct Received {
    pairs: Vec<(String, String)>,
}

impl Received {
    pub fn read(headers: &HeaderMap) -> Self {
        // One cookie with foreign bytes must not hide the others.
        let lines = headers.get_all(COOKIE).into_iter();
        let texts = lines.map(|line| String::from_utf8_lossy(line.as_bytes()));
        let pairs = texts.flat_map(|text| text.split(';').filter_map(pair).collect::<Vec<_>>());
        Self { pairs: pairs.collect() }
    }

    /// The first cookie of a name, unless it is empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.pairs.iter().find(|(candidate, _)| candidate == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty())
    }

    /// The session token, unless it cannot be one: the cookie of that name, else its parts, joined
    /// in the order of their numbers.
    pub fn session_token(&self, name: &str) -> Option<String> {
        let token = self.get(name).map_or_else(|| self.joined(name), str::to_owned);
        let plausible = !token.is_empty()
            && token.len() <= LONGEST_SESSION_TOKEN
            && token.bytes().all(|byte| byte.is_ascii_graphic());
        plausible.then_some(token)
    }

    fn joined(&self, name: &str) -> String {
        let mut parts: BTreeMap<u8, &str> = BTreeMap::new();
        for (candidate, value) in &self.pairs {
            if let Some(number) = part_number(candidate, name) {
                parts.entry(number).or_insert(value);
            }
        }
        parts.into_values().collect()
    }

    /// Removals for the session cookie and its parts.
    pub fn session_removals(&self, names: &Names) -> Vec<Cookie<'static>> {
        self.removals(names, |name| {
            name == names.session || part_number(name, &names.session).is_some()
        })
    }

    /// Removals for the parts alone, once the whole is in one cookie.
    pub fn session_part_removals(&self, names: &Names) -> Vec<Cookie<'static>> {
        self.removals(names, |name| part_number(name, &names.session).is_some())
    }

    fn removals(&self, names: &Names, concerned: impl Fn(&str) -> bool) -> Vec<Cookie<'static>> {
        let mut found: Vec<&str> = self
            .pairs
            .iter()
            .filter(|(name, value)| !value.is_empty() && concerned(name))
            .map(|(name, _)| name.as_str())
            .collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|name| names.removal(name)).collect()
    }
}

fn pair(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    let value = value.trim();
    let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    let decoded = percent_decode_str(value).decode_utf8();
    let value = decoded.map_or_else(|_| value.to_owned(), Cow::into_owned);
    Some((name.trim().to_owned(), value))
}

/// Long sessions of stock NextAuth are split over cookies with `.0`, `.1` and so on behind the name.
fn part_number(candidate: &str, name: &str) -> Option<u8> {
    candidate.strip_prefix(name)?.strip_prefix('.')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(line: &str) -> Received {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, line.parse().unwrap());
        Received::read(&headers)
    }

    #[test]
    fn prefixes_names_and_marks_secure_only_with_https() {
        let plain = Names::new(false);
        assert_eq!(plain.session, "next-auth.session-token");
        assert_eq!(
            plain.cookie(&plain.csrf, "a|b").to_string(),
            "next-auth.csrf-token=a%7Cb; HttpOnly; SameSite=Lax; Path=/"
        );
        let secure = Names::new(true);
        assert_eq!(secure.csrf, "__Host-next-auth.csrf-token");
        assert_eq!(
            secure.removal(&secure.session).to_string(),
            "__Secure-next-auth.session-token=; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=0"
        );
    }

    #[test]
    fn a_cookie_with_foreign_bytes_hides_no_other() {
        let mut headers = HeaderMap::new();
        let line = b"a=\xff\xe9; next-auth.session-token=abc";
        headers.insert(COOKIE, axum::http::HeaderValue::from_bytes(line).unwrap());
        let received = Received::read(&headers);
        assert_eq!(received.get("next-auth.session-token"), Some("abc"));
    }

    #[test]
    fn decodes_values_and_takes_the_first_of_a_name() {
        let received = received("a=%7C1; b=\"two\"; a=2; broken; c=%ff");
        assert_eq!(received.get("a"), Some("|1"));
        assert_eq!(received.get("b"), Some("two"));
        assert_eq!(received.get("c"), Some("%ff"));
        assert_eq!(received.get("broken"), None);
    }

    fn token(line: &str) -> Option<String> {
        received(line).session_token("next-auth.session-token")
    }

    #[test]
    fn reads_the_session_token_quoted_encoded_or_in_parts() {
        for (line, expected) in [
            ("a=1; b; next-auth.session-token=abc; d=3", Some("abc")),
            ("next-auth.session-token=\"abc\"", Some("abc")),
            ("next-auth.session-token=%61bc", Some("abc")),
            ("next-auth.session-token.1=c; next-auth.session-token.0=ab", Some("abc")),
            (
                "next-auth.session-token.10=c; next-auth.session-token.9=b; \
                 next-auth.session-token.1=a",
                Some("abc"),
            ),
            ("next-auth.session-token=abc; next-auth.session-token.0=planted", Some("abc")),
            ("next-auth.session-token=; next-auth.session-token.0=abc", Some("abc")),
            ("next-auth.session-token=", None),
            ("next-auth.session-tokens=abc; next-auth.session-token.x=abc", None),
            ("__Secure-next-auth.session-token=abc", None),
            ("next-auth.session-token=a b", None),
            ("", None),
        ] {
            assert_eq!(token(line).as_deref(), expected, "{line}");
        }
        assert_eq!(token(&format!("next-auth.session-token={}", "x".repeat(513))), None);
    }

    #[test]
    fn takes_only_the_prefixed_session_on_a_secure_origin() {
        let received =
            received("next-auth.session-token=planted; __Secure-next-auth.session-token=real");
        let name = Names::new(true).session;
        assert_eq!(received.session_token(&name).as_deref(), Some("real"));
    }

    #[test]
    fn removes_the_session_and_each_part_of_a_split_one_once() {
        let names = Names::new(false);
        let received = received(
            "next-auth.session-token.1=b; next-auth.session-token.0=a; next-auth.session-token=c; \
             next-auth.session-token=d; next-auth.session-tokens=x; next-auth.session-token.x=y",
        );
        let removals = received.session_removals(&names);
        let removed: Vec<&str> = removals.iter().map(Cookie::name).collect();
        assert_eq!(
            removed,
            ["next-auth.session-token", "next-auth.session-token.0", "next-auth.session-token.1"]
        );
    }
}
