//! The sender of a request, by its session cookie or its API key, and by its address.

use std::net::IpAddr;

use http::HeaderMap;
use http::request::Parts;

use super::api_key::SentKey;
use super::browser_cookie::known_browser;
use super::client_address::sender_address;
use crate::call::visitor::{Credential, Visitor};
use crate::http_message::cookies::{RequestCookies, session_name};
use crate::state::AppState;

/// The sender of a request with this head, which came over a connection from this peer.
pub fn visitor(state: &AppState, head: &Parts, peer: IpAddr) -> Visitor {
    let headers = &head.headers;
    let address = sender_address(state, headers, peer);
    if let Some(program) = program(head, address) {
        return program;
    }
    let name = session_name(state.config.is_secure());
    let cookies = RequestCookies::read(headers);
    let session = cookies.session_token(name).map(Credential::Session);
    let mut visitor = Visitor::new(session, address);
    visitor.browser = known_browser(state, &cookies);
    visitor.min_epoch = min_epoch(headers);
    visitor.is_from_page = is_from_page(headers, visitor.browser.as_deref());
    visitor
}

/// The sender of a request with an API key, whatever its other headers say: its calls are never those of a page, which no
/// plan counts.
pub fn program(head: &Parts, address: IpAddr) -> Option<Visitor> {
    let SentKey(key) = head.extensions.get::<SentKey>()?;
    let mut visitor = Visitor::new(Some(Credential::Key(key.clone())), address);
    visitor.min_epoch = min_epoch(&head.headers);
    Some(visitor)
}

/// The header by which a client that changed policies reads its own change.
fn min_epoch(headers: &HeaderMap) -> Option<i64> {
    headers.get("x-min-epoch")?.to_str().ok()?.parse().ok()
}

/// Whether a browser says that a page of this site makes the request. No script of a page can set or leave out the header; where
/// browsers do not send it, a known one shows its cookie, which requests of other sites do not carry.
pub fn is_from_page(headers: &HeaderMap, browser: Option<&str>) -> bool {
    let site = headers.get("sec-fetch-site");
    site.map_or(browser.is_some(), |site| site == "same-origin")
}
