//! The signed double-submit token that guards every form.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The token of a browser.
#[derive(Debug)]
pub struct Csrf {
    pub token: String,
    /// The value of the cookie to set, when the browser brought no genuine one.
    pub fresh_cookie: Option<String>,
    genuine: bool,
}

impl Csrf {
    /// Accepts a genuine cookie and replaces any other.
    pub fn read(cookie: Option<&str>, secret: &str) -> Self {
        if let Some((token, rest)) = cookie.and_then(|value| value.split_once('|')) {
            let signature = rest.split('|').next().unwrap_or_default();
            if same(signature, &sign(token, secret)) {
                return Self { token: token.to_owned(), fresh_cookie: None, genuine: true };
            }
        }
        let token = hex::encode(rand::random::<[u8; 32]>());
        let cookie = format!("{token}|{}", sign(&token, secret));
        Self { token, fresh_cookie: Some(cookie), genuine: false }
    }

    /// Whether a form shows that it comes from our own page.
    pub fn verifies(&self, submitted: Option<&str>) -> bool {
        self.genuine && submitted.is_some_and(|submitted| same(submitted, &self.token))
    }
}

/// Compares in constant time.
pub fn same(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

fn sign(token: &str, secret: &str) -> String {
    hex::encode(Sha256::new().chain_update(token).chain_update(secret).finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "a-secret-of-at-least-thirty-two-chars";

    #[test]
    fn keeps_its_own_cookie_and_verifies_only_its_token() {
        let first = Csrf::read(None, SECRET);
        let cookie = first.fresh_cookie.clone().unwrap();
        assert!(!first.verifies(Some(&first.token)), "a token handed out now was not brought back");

        let second = Csrf::read(Some(&cookie), SECRET);
        assert_eq!(second.token, first.token);
        assert!(second.fresh_cookie.is_none());
        assert!(second.verifies(Some(&first.token)));
        assert!(!second.verifies(None));
        assert!(!second.verifies(Some("")));
        assert!(!second.verifies(Some(&first.token[1..])));
    }

    #[test]
    fn replaces_every_forged_cookie() {
        let token = "0".repeat(64);
        let foreign = format!("{token}|{}", sign(&token, "another secret, also thirty-two long"));
        for cookie in ["", "|", "abc", "abc|def", &foreign, &format!("{token}|"), &token] {
            let read = Csrf::read(Some(cookie), SECRET);
            assert!(read.fresh_cookie.is_some(), "{cookie:?}");
            assert!(!read.verifies(Some(&token)), "{cookie:?}");
            assert!(!read.verifies(Some("")), "{cookie:?}");
        }
    }
}
