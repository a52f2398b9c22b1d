//! The cookie that binds mailed links to the browser that requested them.

use std::borrow::Cow;

use cookie::Cookie;
use time::{Duration, OffsetDateTime};

use super::context::AuthContext;

/// The length of the random value in hex.
const LENGTH: usize = 64;

/// The value that the browser has; empty if it has none that can be ours.
pub fn present<'a>(context: &'a AuthContext<'_>) -> &'a str {
    let value = context.incoming.cookies.get(&context.auth.names.link_browser).unwrap_or_default();
    let genuine = value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    if genuine { value } else { "" }
}

/// The value that the browser has, so that its earlier links keep working, or a new one.
pub fn present_or_new<'a>(context: &'a AuthContext<'_>) -> Cow<'a, str> {
    match present(context) {
        "" => Cow::Owned(hex::encode(rand::random::<[u8; LENGTH / 2]>())),
        value => Cow::Borrowed(value),
    }
}

/// The cookie that keeps the value until the link expires.
pub fn cookie(context: &AuthContext<'_>, value: &str, until: OffsetDateTime) -> Cookie<'static> {
    let names = &context.auth.names;
    let life = (until - context.auth.state.clock.now()).max(Duration::ZERO);
    names.lasting(&names.link_browser, value, life)
}

/// The removal of the cookie, if the browser has it.
pub fn removal(context: &AuthContext<'_>) -> Option<Cookie<'static>> {
    let name = &context.auth.names.link_browser;
    context.incoming.cookies.get(name).map(|_| context.auth.names.removal(name))
}
