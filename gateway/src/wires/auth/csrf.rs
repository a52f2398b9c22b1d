//! The signed double-submit token that guards every form.

use kit::config::Secret;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The token of a browser.
#[derive(Debug)]
pub struct Csrf {
    pub token: String,
    /// The value of the cookie to set, when the browser brought no genuine one of the present secret.
    pub fresh_cookie: Option<String>,
    genuine: bool,
}

impl Csrf {
    /// Accepts a genuine cookie and replaces any other. The present secret comes first; the token of a browser stays while
    /// its cookie moves to it from another one.
    pub fn read(cookie: Option<&str>, secrets: &[Secret]) -> Self {
        if let Some((token, rest)) = cookie.and_then(|value| value.split_once('|')) {
            let signature = rest.split('|').next().unwrap_or_default();
            let signer = secrets.iter().position(|secret| same(signature, &sign(token, secret)));
            if let Some(position) = signer {
                let fresh_cookie = (position > 0).then(|| signed(token, secrets));
                return Self { token: token.to_owned(), fresh_cookie, genuine: true };
            }
        }
        let token = hex::encode(rand::random::<[u8; 32]>());
        let fresh_cookie = Some(signed(&token, secrets));
        Self { token, fresh_cookie, genuine: false }
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

fn signed(token: &str, secrets: &[Secret]) -> String {
    format!("{token}|{}", sign(token, &secrets[0]))
}

fn sign(token: &str, secret: &Secret) -> String {
    hex::encode(Sha256::new().chain_update(token).chain_update(secret.expose()).finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets<const N: usize>(names: [&str; N]) -> [Secret; N] {
        names.map(|name| Secret::new(format!("{name}-secret-of-at-least-thirty-two-chars")))
    }

    #[test]
    fn a_cookie_moves_to_the_present_secret_and_keeps_its_token() {
        let old = Csrf::read(None, &secrets(["old"]));
        let cookie = old.fresh_cookie.unwrap();
        let during = Csrf::read(Some(&cookie), &secrets(["new", "old"]));
        assert!(during.verifies(Some(&old.token)));
        let moved = during.fresh_cookie.unwrap();
        let after = Csrf::read(Some(&moved), &secrets(["new"]));
        assert!(after.fresh_cookie.is_none() && after.verifies(Some(&old.token)));
        assert!(!Csrf::read(Some(&cookie), &secrets(["new"])).verifies(Some(&old.token)));
    }

    #[test]
    fn keeps_its_own_cookie_and_verifies_only_its_token() {
        let own = secrets(["own"]);
        let first = Csrf::read(None, &own);
        let cookie = first.fresh_cookie.clone().unwrap();
        assert!(!first.verifies(Some(&first.token)), "a token handed out now was not brought back");

        let second = Csrf::read(Some(&cookie), &own);
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
        let [own, other] = secrets(["own", "other"]);
        let foreign = format!("{token}|{}", sign(&token, &other));
        let own = [own];
        for cookie in ["", "|", "abc", "abc|def", &foreign, &format!("{token}|"), &token] {
            let read = Csrf::read(Some(cookie), &own);
            assert!(read.fresh_cookie.is_some(), "{cookie:?}");
            assert!(!read.verifies(Some(&token)), "{cookie:?}");
            assert!(!read.verifies(Some("")), "{cookie:?}");
        }
    }
}
