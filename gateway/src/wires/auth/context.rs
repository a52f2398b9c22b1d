//! The request of an action with the state that its browser carries: CSRF token, callback address, session.

use std::sync::Arc;

use cookie::Cookie;
use kit::clock::from_milliseconds;
use kit::config::Secret;
use kit::error::Problem;
use proto::identity::v1::SignedIn;
use serde_json::json;
use time::OffsetDateTime;

use super::answer::Answer;
use super::auth_state::Auth;
use super::callback_url::{leading_on, resolve};
use super::csrf::Csrf;
use super::request::{Field, Incoming};
use crate::refusal_log;

/// The page that takes the second factor.
const SECOND_FACTOR: &str = "/auth/second-factor";

/// The request of an action with its context.
pub struct AuthContext<'a> {
    pub auth: &'a Auth,
    pub incoming: &'a Incoming,
    /// The address to which the browser returns.
    pub callback_url: String,
    /// The cookies to set with any answer.
    pub cookies: Vec<Cookie<'static>>,
    /// The secrets that seal and sign, the present one first: the same for the whole request.
    pub secrets: Arc<Vec<Secret>>,
    csrf: Csrf,
    session_token: Option<String>,
}

impl<'a> AuthContext<'a> {
    pub fn new(auth: &'a Auth, incoming: &'a Incoming) -> Self {
        let mut cookies = Vec::new();
        let secrets = auth.state.config.auth_secret.accepted();
        let csrf = Csrf::read(incoming.cookies.get(&auth.names.csrf), &secrets);
        if let Some(value) = &csrf.fresh_cookie {
            cookies.push(auth.names.cookie(&auth.names.csrf, value));
        }
        let remembered = incoming.cookies.get(&auth.names.callback_url);
        let callback_url = callback_url(incoming, remembered, &auth.origin);
        if remembered != Some(callback_url.as_str()) {
            cookies.push(auth.names.cookie(&auth.names.callback_url, &callback_url));
        }
        let session_token = auth.names.session_token(&incoming.cookies);
        Self { auth, incoming, callback_url, cookies, secrets, csrf, session_token }
    }

    /// Whether the form carries the CSRF token of the browser.
    pub fn is_verified(&self) -> bool {
        self.csrf.verifies(self.incoming.body.text("csrfToken"))
    }

    /// The same for a form that is refused without it.
    pub fn admits_form(&self, route: &'static str) -> bool {
        let is_verified = self.is_verified();
        if !is_verified {
            refusal_log::request(route, "csrf", self.incoming.network());
        }
        is_verified
    }

    pub fn csrf_token(&self) -> &str {
        &self.csrf.token
    }

    pub fn show_csrf(&self) -> Answer {
        Answer::json(json!({ "csrfToken": self.csrf.token })).uncached()
    }

    /// The session token the browser brought, unless it cannot be one.
    pub fn session_token(&self) -> Option<&str> {
        self.session_token.as_deref()
    }

    /// Removals for whatever session cookies the browser has.
    pub fn session_removals(&self) -> Vec<Cookie<'static>> {
        self.auth.names.session_removals(&self.incoming.cookies)
    }

    /// The session in one cookie, in place of whatever else the browser has.
    pub fn session_cookies(&self, token: &str, expires: OffsetDateTime) -> Vec<Cookie<'static>> {
        self.auth.names.session_cookies(&self.incoming.cookies, token, expires)
    }

    /// Forgets the session that a finished sign-in has replaced, and returns the cookies of the new one; none when the
    /// session the browser has goes on.
    pub fn finish_sign_in(&self, signed_in: &SignedIn) -> Vec<Cookie<'static>> {
        let Some(token) = &signed_in.session_token else { return Vec::new() };
        // Identity has ended it; its event may come later.
        if let Some(replaced) = self.session_token() {
            self.auth.state.sessions.forget(replaced);
        }
        self.auth.state.sessions.remember(token);
        self.session_cookies(token, from_milliseconds(signed_in.expires_at))
    }

    /// Leads on after the first factor: with a session to the callback address, or to the page of the second factor.
    pub fn after_first_factor(&self, signed_in: &SignedIn) -> Answer {
        let Some(token) = &signed_in.second_factor_token else {
            return Answer::redirect(&self.callback_url).cookies(self.finish_sign_in(signed_in));
        };
        let names = &self.auth.names;
        let expires = from_milliseconds(signed_in.expires_at);
        Answer::redirect(leading_on(SECOND_FACTOR, &self.callback_url)).cookies([names.until(
            &names.second_factor,
            token,
            expires,
        )])
    }

    /// Says that the service is away and offers to try again; an empty `again` is the same address.
    pub fn unavailable(&self, problem: &Problem, again: &str) -> Answer {
        problem.log("auth.signin");
        Answer::unavailable_page(again, self.error_url("Signin"))
    }

    /// Redirects to the page that explains an error.
    pub fn failed(&self, error: &str) -> Answer {
        Answer::redirect(self.error_url(error))
    }

    pub fn error_url(&self, error: &str) -> String {
        self.auth.url(&format!("error?error={error}"))
    }
}

fn callback_url(incoming: &Incoming, remembered: Option<&str>, origin: &str) -> String {
    let requested = incoming.body.get("callbackUrl").or_else(|| incoming.query.get("callbackUrl"));
    match requested {
        Some(Field::Text(address)) if !address.is_empty() => resolve(address, origin),
        Some(Field::Other) => origin.to_owned(),
        _ => remembered.map_or_else(|| origin.to_owned(), |remembered| resolve(remembered, origin)),
    }
}
