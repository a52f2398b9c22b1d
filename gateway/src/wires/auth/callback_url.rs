//! Where the browser goes afterwards: never off the own origin.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// What `encodeURIComponent` leaves alone.
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

/// What cannot stand in a header field as it is.
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

/// The address asked for if it lies on the origin, else the origin.
pub fn resolve(asked: &str, origin: &str) -> String {
    let target = if asked.starts_with('/') {
        Some(printable(&format!("{origin}{asked}")))
    } else {
        absolute(asked, origin)
    };
    target
        .filter(|target| encode_component(target).len() <= LONGEST)
        .unwrap_or_else(|| origin.to_owned())
}

fn absolute(asked: &str, origin: &str) -> Option<String> {
    let mut url = Url::parse(asked).ok()?;
    // The origin of a blob: address is that of the address inside it.
    let same =
        matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == origin;
    if !same {
        return None;
    }
    let plain = asked
        .strip_prefix(origin)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    if plain && printable(asked) == asked {
        return Some(asked.to_owned());
    }
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    Some(printable(url.as_str()))
}

#[cfg(test)]
mod tests;
