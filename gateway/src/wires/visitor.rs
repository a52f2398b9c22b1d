//! Who sent a request, as far as its headers say.

use http::HeaderMap;

use crate::call::caller::Visitor;
use crate::http_message::cookies::{RequestCookies, session_name};
use crate::state::AppState;

/// Whoever the session cookie of a request belongs to.
pub fn visitor(state: &AppState, headers: &HeaderMap) -> Visitor {
    let name = session_name(state.config.is_secure());
    Visitor::new(RequestCookies::read(headers).session_token(name))
}
