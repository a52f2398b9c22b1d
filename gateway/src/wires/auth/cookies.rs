//! The cookies of the contract: their names and attributes.

use cookie::{Cookie, SameSite};
use time::{Duration, OffsetDateTime};

use super::callback_url::encode_component;
use crate::http_message::cookies::{RequestCookies, session_name};

/// The names, which carry a prefix when the public origin speaks https.
#[derive(Clone, Debug)]
pub struct Names {
    secure: bool,
    pub csrf: String,
    pub callback_url: String,
    /// The session, by the present name.
    pub session: &'static str,
    pub state: String,
    pub verifier: String,
    pub nonce: String,
    /// The state of a flow that a user who is signed in started to prove it again; unknown to the clients of the contract.
    pub step_up: String,
    /// Binds mailed links to the browser that requested them; unknown to the clients of the contract.
    pub link_browser: String,
    /// Binds challenges of passkeys to the browser that requested them; unknown to the clients of the contract.
    pub passkey: String,
    /// The sign-in that waits for its second factor; unknown to the clients of the contract.
    pub second_factor: String,
}

impl Names {
    pub fn new(secure: bool) -> Self {
        let prefix = if secure { "__Host-" } else { "" };
        Self {
            secure,
            csrf: format!("{prefix}next-auth.csrf-token"),
            callback_url: format!("{prefix}next-auth.callback-url"),
            session: session_name(secure),
            state: format!("{prefix}next-auth.state"),
            verifier: format!("{prefix}next-auth.pkce.code_verifier"),
            nonce: format!("{prefix}next-auth.nonce"),
            step_up: format!("{prefix}assay.step-up"),
            passkey: format!("{prefix}assay.passkey"),
            link_browser: format!("{prefix}assay.link-browser"),
            second_factor: format!("{prefix}assay.second-factor"),
        }
    }

    /// The session token that a browser sent, unless it cannot be one.
    pub fn session_token(&self, received: &RequestCookies) -> Option<String> {
        received.session_token(self.session)
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

    /// A cookie with a life that does not depend on the clock of the browser.
    pub fn lasting(&self, name: &str, value: &str, life: Duration) -> Cookie<'static> {
        let mut cookie = self.cookie(name, value);
        cookie.set_max_age(life);
        cookie
    }

    /// Takes a cookie out of the browser.
    pub fn removal(&self, name: &str) -> Cookie<'static> {
        self.lasting(name, "", Duration::ZERO)
    }

    /// Removals for the session cookie and its parts, as far as a browser has them.
    pub fn session_removals(&self, received: &RequestCookies) -> Vec<Cookie<'static>> {
        let names = received.session_and_parts(self.session);
        names.into_iter().map(|name| self.removal(name)).collect()
    }

    /// The session in one cookie, in place of whatever else a browser has.
    pub fn session_cookies(
        &self,
        received: &RequestCookies,
        token: &str,
        expires: OffsetDateTime,
    ) -> Vec<Cookie<'static>> {
        let mut cookies = self.session_removals(received);
        cookies.retain(|cookie| cookie.name() != self.session);
        cookies.push(self.until(self.session, token, expires));
        cookies
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::COOKIE;

    use super::*;

    fn received(line: &str) -> RequestCookies {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, line.parse().unwrap());
        RequestCookies::read(&headers)
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
            secure.removal(secure.session).to_string(),
            "__Host-next-auth.session-token=; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=0"
        );
        assert_eq!(plain.link_browser, "assay.link-browser");
        assert_eq!(secure.link_browser, "__Host-assay.link-browser");
    }

    #[test]
    fn every_cookie_is_http_only_lax_and_of_this_host_alone() {
        for names in [Names::new(false), Names::new(true)] {
            let Names { csrf, callback_url, session, state, verifier, nonce, .. } = &names;
            let Names { secure, step_up, link_browser, passkey, second_factor, .. } = &names;
            let of_a_flow = [state, verifier, nonce, step_up, link_browser, passkey, second_factor];
            for name in of_a_flow.into_iter().chain([csrf, callback_url, &(*session).to_owned()]) {
                let cookies = [
                    names.cookie(name, "a"),
                    names.until(name, "a", OffsetDateTime::UNIX_EPOCH),
                    names.lasting(name, "a", Duration::MINUTE),
                    names.removal(name),
                ];
                for cookie in cookies {
                    assert_eq!(cookie.http_only(), Some(true), "{cookie}");
                    assert_eq!(cookie.same_site(), Some(SameSite::Lax), "{cookie}");
                    assert_eq!(cookie.secure(), Some(*secure), "{cookie}");
                    assert_eq!((cookie.path(), cookie.domain()), (Some("/"), None), "{cookie}");
                    assert_eq!(name.starts_with("__Host-"), *secure, "{cookie}");
                }
            }
        }
    }

    #[test]
    fn removes_the_session_and_each_part_of_a_split_one_once() {
        let names = Names::new(false);
        let received = received(
            "next-auth.session-token.1=b; next-auth.session-token.0=a; next-auth.session-token=c; \
             next-auth.session-token=d; next-auth.session-tokens=x; next-auth.session-token.x=y",
        );
        let removals = names.session_removals(&received);
        let removed: Vec<&str> = removals.iter().map(Cookie::name).collect();
        assert_eq!(
            removed,
            ["next-auth.session-token", "next-auth.session-token.0", "next-auth.session-token.1"]
        );
    }
}
