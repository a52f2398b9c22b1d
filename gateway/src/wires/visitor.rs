//! The sender of a request, by its session cookie and its address.

use std::net::IpAddr;

use http::HeaderMap;

use super::browser_cookie::known_browser;
use super::client_address::client_address;
use crate::call::visitor::Visitor;
use crate::http_message::cookies::{RequestCookies, session_name};
use crate::state::AppState;

/// The sender of a request with these headers, which came over a connection from this peer.
pub fn visitor(state: &AppState, headers: &HeaderMap, peer: IpAddr) -> Visitor {
    let name = session_name(state.config.is_secure());
    let address = sender_address(state, headers, peer);
    let cookies = RequestCookies::read(headers);
    let mut visitor = Visitor::new(cookies.session_token(name), address);
    visitor.is_from_page = is_from_page(headers);
    visitor.browser = known_browser(state, &cookies);
    visitor
}

/// Whether a browser says that a page of this site makes the request. No script of a page can set or leave out the header.
pub fn is_from_page(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin")
}

/// Its address alone.
pub fn sender_address(state: &AppState, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
    client_address(peer, headers, |address| state.config.trusts(address))
}
