//! The cookies that a browser sends, and the session among them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use http::HeaderMap;
use http::header::COOKIE;
use percent_encoding::percent_decode_str;

const MAX_SESSION_TOKEN: usize = 512;

/// The name of the session cookie. When the public origin speaks https, it carries a prefix that keeps other hosts of
/// the domain from setting it.
pub fn session_name(secure: bool) -> &'static str {
    if secure { "__Host-next-auth.session-token" } else { "next-auth.session-token" }
}

#[derive(Debug, Default)]
pub struct RequestCookies {
    pairs: Vec<(String, String)>,
}

impl RequestCookies {
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

    /// The cookies of a name, as a browser has one for each path and domain.
    pub fn all<'c>(&'c self, name: &'c str) -> impl Iterator<Item = &'c str> {
        let named = self.pairs.iter().filter(move |(candidate, _)| candidate == name);
        named.map(|(_, value)| value.as_str())
    }

    /// The session token, unless it cannot be one: the cookie of this name, else its parts, joined in the order of
    /// their numbers.
    pub fn session_token(&self, name: &str) -> Option<String> {
        let token = self.get(name).map_or_else(|| self.joined(name), str::to_owned);
        let plausible = (1..=MAX_SESSION_TOKEN).contains(&token.len())
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

    /// The names under which a session and the parts of a split one came, each once.
    pub fn session_and_parts(&self, name: &str) -> Vec<&str> {
        let concerned =
            |candidate: &str| candidate == name || part_number(candidate, name).is_some();
        let filled = self.pairs.iter().filter(|(name, value)| !value.is_empty() && concerned(name));
        let mut names: Vec<&str> = filled.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

// Other blanks belong to a name or a value, as in browsers: a cookie that any host of the domain may set, such as
// "\u{2000}__Host-…", must not be read as one that it may not.
const BLANKS: [char; 2] = [' ', '\t'];

fn pair(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    let value = value.trim_matches(BLANKS);
    let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    let decoded = percent_decode_str(value).decode_utf8();
    let value = decoded.map_or_else(|_| value.to_owned(), Cow::into_owned);
    Some((name.trim_matches(BLANKS).to_owned(), value))
}

/// Long sessions of stock NextAuth are split over cookies with `.0`, `.1` and so on behind the name.
fn part_number(candidate: &str, name: &str) -> Option<u8> {
    candidate.strip_prefix(name)?.strip_prefix('.')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(line: &str) -> RequestCookies {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, line.parse().unwrap());
        RequestCookies::read(&headers)
    }

    #[test]
    fn a_cookie_with_foreign_bytes_hides_no_other() {
        let mut headers = HeaderMap::new();
        let line = b"a=\xff\xe9; next-auth.session-token=abc";
        headers.insert(COOKIE, http::HeaderValue::from_bytes(line).unwrap());
        let received = RequestCookies::read(&headers);
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
        received(line).session_token(session_name(false))
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
            ("__Host-next-auth.session-token=abc", None),
            ("next-auth.session-token=a b", None),
            ("", None),
        ] {
            assert_eq!(token(line).as_deref(), expected, "{line}");
        }
        assert_eq!(token(&format!("next-auth.session-token={}", "x".repeat(513))), None);
    }

    #[test]
    fn takes_only_a_session_with_the_prefix_on_a_secure_origin() {
        for (line, expected) in [
            ("next-auth.session-token=planted", None),
            ("__Secure-next-auth.session-token=planted", None),
            ("__Secure-next-auth.session-token.0=planted", None),
            ("next-auth.session-token=planted; __Host-next-auth.session-token=real", Some("real")),
            (
                "__Secure-next-auth.session-token=planted; __Host-next-auth.session-token.1=al; \
                 __Host-next-auth.session-token.0=re",
                Some("real"),
            ),
            ("__Secure-next-auth.session-token=planted; __Host-next-auth.session-token=a b", None),
        ] {
            let token = received(line).session_token(session_name(true));
            assert_eq!(token.as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn a_name_behind_another_blank_is_another_name() {
        for blank in
            ["\u{85}", "\u{a0}", "\u{1680}", "\u{2000}", "\u{2028}", "\u{3000}", "\u{b}", "\u{c}"]
        {
            let mut headers = HeaderMap::new();
            let line = format!("{blank}a=planted; a{blank}=planted; \ta =real");
            // HTTP itself refuses the control characters of ASCII.
            let Ok(line) = http::HeaderValue::from_bytes(line.as_bytes()) else { continue };
            headers.insert(COOKIE, line);
            let received = RequestCookies::read(&headers);
            assert_eq!(received.get("a"), Some("real"), "{}", blank.escape_unicode());
        }
    }
}
