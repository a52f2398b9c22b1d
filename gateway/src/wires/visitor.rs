//! The sender of a request, by its session cookie.

use http::HeaderMap;

use crate::call::visitor::Visitor;
use crate::http_message::cookies::{RequestCookies, session_name};
use crate::state::AppState;

/// The sender of a request with these headers.
pub fn visitor(state: &AppState, headers: &HeaderMap) -> Visitor {
    let name = session_name(state.config.is_secure());
    Visitor::new(RequestCookies::read(headers).session_token(name))
}
