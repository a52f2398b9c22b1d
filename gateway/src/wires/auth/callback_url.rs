//! The address to which the browser returns: always on the own origin.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// The characters that `encodeURIComponent` encodes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// The characters that a header field cannot hold.
const UNPRINTABLE: &AsciiSet = &CONTROLS.add(b' ');

/// A browser drops a cookie above 4096 bytes, and would then follow an older address.
const LONGEST: usize = 3800;

/// A text as one component of an address.
pub fn encode_component(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// A text in which only visible ASCII is left.
pub fn printable(text: &str) -> String {
    utf8_percent_encode(text, UNPRINTABLE).to_string()
}

/// The requested address if it is on the origin, else the origin.
pub fn resolve(requested: &str, origin: &str) -> String {
    let target = if requested.starts_with('/') {
        Some(printable(&format!("{origin}{requested}")))
    } else {
        absolute(requested, origin)
    };
    target
        .filter(|target| encode_component(target).len() <= LONGEST)
        .unwrap_or_else(|| origin.to_owned())
}

fn absolute(requested: &str, origin: &str) -> Option<String> {
    let mut url = Url::parse(requested).ok()?;
    // The origin of a blob: address is that of the address inside it.
    let same =
        matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == origin;
    if !same {
        return None;
    }
    let plain = requested
        .strip_prefix(origin)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    if plain && printable(requested) == requested {
        return Some(requested.to_owned());
    }
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    Some(printable(url.as_str()))
}

#[cfg(test)]
mod tests;
