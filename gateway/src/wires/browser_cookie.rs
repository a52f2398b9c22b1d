//! The signed cookie by which a browser is known that has loaded a page: its pages then have rates of their own, which no
//! program at its address uses up.

use std::net::IpAddr;

use bytes::Bytes;
use cookie::{Cookie, SameSite};
use http::header::{ACCEPT, CACHE_CONTROL, SET_COOKIE};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use kit::config::Secret;
use kit::security_log::Network;
use ring::hmac;
use time::{Duration, OffsetDateTime};

use super::client_address::sender_address;
use crate::call::principal::Principal;
use crate::call::rate_limiter::RequestRates;
use crate::call::rate_quotas::RateClass;
use crate::http_message::cookies::RequestCookies;
use crate::refusal_log;
use crate::site::PAGE;
use crate::state::AppState;

/// A page that no cache keeps for others, as it comes with the cookie of one browser.
const OF_ONE_BROWSER: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Further cookies of the name are not looked at.
const MOST_COOKIES: usize = 4;
/// Until a browser gets another one, with its next page.
const LIFETIME: Duration = Duration::days(30);

/// The id of the browser that a request comes from, if it carries a cookie of this gateway.
pub fn known_browser(state: &AppState, received: &RequestCookies) -> Option<String> {
    let now = state.clock.now().unix_timestamp();
    let secrets = state.config.auth_secret.accepted();
    let of = |value| secrets.iter().find_map(|secret| read(secret, value, now));
    // Another one of the name may come first, such as one that another host of the domain has set.
    received.all(name(state.config.is_secure())).take(MOST_COOKIES).find_map(of)
}

/// Sends a cookie with the page that a browser loads without one, but not to programs, and not beyond the rate of new browsers at
/// the address: its pages count for the address then.
pub async fn send(
    state: &AppState,
    head: &Parts,
    peer: IpAddr,
    answer: &mut Response<Full<Bytes>>,
) {
    let is_loading = head.method == Method::GET && loads_page(&head.headers);
    if !is_loading || !is_page(answer) || state.pipeline.is_unlimited() {
        return;
    }
    if let Some(cookie) = new_cookie(state, head, peer).await {
        let headers = answer.headers_mut();
        headers.insert(SET_COOKIE, cookie);
        headers.insert(CACHE_CONTROL, OF_ONE_BROWSER);
    }
}

async fn new_cookie(state: &AppState, head: &Parts, peer: IpAddr) -> Option<HeaderValue> {
    if known_browser(state, &RequestCookies::read(&head.headers)).is_some() {
        return None;
    }
    let address = sender_address(state, &head.headers, peer);
    let rates = RequestRates::default();
    let class = RateClass::NewBrowser;
    if let Err(beyond) = state.pipeline.admit_as(class, &Principal::at(address), &rates).await {
        refusal_log::rate(class.name(), &beyond, Network::new(address));
        return None;
    }
    let secure = state.config.is_secure();
    let value = signed(&state.config.auth_secret.present(), state.clock.now());
    let cookie = Cookie::build((name(secure), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(LIFETIME);
    HeaderValue::try_from(cookie.to_string()).ok()
}

fn name(secure: bool) -> &'static str {
    if secure { "__Host-assay.browser" } else { "assay.browser" }
}

/// Whether a browser says that a person follows a link or enters an address. Browsers say so over https and on this machine; elsewhere
/// they name HTML first in `Accept`, which programs rarely do.
fn loads_page(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-dest").map_or_else(
        || headers.get(ACCEPT).is_some_and(|types| types.as_bytes().starts_with(b"text/html")),
        |kind| kind == "document",
    )
}

/// Whether an answer is a page, whole or unchanged: of all files of the site, these alone are requested each time.
fn is_page(answer: &Response<Full<Bytes>>) -> bool {
    let is_whole = matches!(answer.status(), StatusCode::OK | StatusCode::NOT_MODIFIED);
    is_whole && answer.headers().get(CACHE_CONTROL).is_some_and(|cache| cache == PAGE)
}

fn signed(secret: &Secret, now: OffsetDateTime) -> String {
    let browser = hex::encode(rand::random::<[u8; 16]>());
    let text = format!("{browser}.{}", now.unix_timestamp());
    let tag = hmac::sign(&key(secret), &message(&text));
    format!("{text}.{}", hex::encode(tag))
}

/// The id in a genuine cookie whose time is not over.
fn read(secret: &Secret, value: &str, now: i64) -> Option<String> {
    let (text, tag) = value.rsplit_once('.')?;
    hmac::verify(&key(secret), &message(text), &hex::decode(tag).ok()?).ok()?;
    let (browser, since) = text.split_once('.')?;
    let age = now.checked_sub(since.parse().ok()?)?;
    (age < LIFETIME.whole_seconds()).then(|| browser.to_owned())
}

fn key(secret: &Secret) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes())
}

/// The signed text, with its purpose: a signature of this secret for another purpose is none of a cookie.
fn message(text: &str) -> Vec<u8> {
    format!("browser cookie\0{text}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_genuine_until_its_time_is_over() {
        let (one, two) = (Secret::new("one"), Secret::new("two"));
        let now = OffsetDateTime::from_unix_timestamp(1_800_000_000).unwrap();
        let (value, other) = (signed(&one, now), signed(&one, now));
        let at = |days: i64| now.unix_timestamp() + days * 86_400;
        let browser = read(&one, &value, at(0)).unwrap();
        assert_eq!(browser.len(), 32);
        assert_ne!(read(&one, &other, at(0)).unwrap(), browser);
        assert_eq!(read(&one, &value, at(29)), Some(browser.clone()));
        assert_eq!(read(&one, &value, at(30)), None);
        assert_eq!(read(&two, &value, at(0)), None);
        let (text, tag) = value.rsplit_once('.').unwrap();
        let later = format!("{browser}.{}.{tag}", at(20));
        for forged in ["", ".", "a.1.", text, &format!("{text}.{}", &tag[1..]), &later] {
            assert_eq!(read(&one, forged, at(0)), None, "{forged}");
        }
    }
}
