//! The random values in cookies that bind mailed links and challenges of passkeys to the browser that requested them.

use std::borrow::Cow;

use cookie::Cookie;
use time::{Duration, OffsetDateTime};

use super::context::AuthContext;

/// The length of a random value in hex.
const LENGTH: usize = 64;

/// The value that the browser has in the cookie; empty if it has none that can be ours.
pub fn present<'a>(context: &'a AuthContext<'_>, name: &str) -> &'a str {
    let value = context.incoming.cookies.get(name).unwrap_or_default();
    let genuine = value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    if genuine { value } else { "" }
}

/// The value that the browser has, so that what it requested before keeps working, or a new one.
pub fn present_or_new<'a>(context: &'a AuthContext<'_>, name: &str) -> Cow<'a, str> {
    match present(context, name) {
        "" => Cow::Owned(hex::encode(rand::random::<[u8; LENGTH / 2]>())),
        value => Cow::Borrowed(value),
    }
}

/// The cookie that keeps the value for as long as it is needed.
pub fn cookie(
    context: &AuthContext<'_>,
    name: &str,
    value: &str,
    until: OffsetDateTime,
) -> Cookie<'static> {
    let life = (until - context.auth.state.clock.now()).max(Duration::ZERO);
    context.auth.names.lasting(name, value, life)
}

/// The removal of the cookie, if the browser has it.
pub fn removal(context: &AuthContext<'_>, name: &str) -> Option<Cookie<'static>> {
    context.incoming.cookies.get(name).map(|_| context.auth.names.removal(name))
}
