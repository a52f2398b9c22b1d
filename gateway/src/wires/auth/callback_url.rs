//! The address to which the browser returns, as a cookie and a `Location` carry it.

use kit::return_address;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

/// The longest address to return to: a browser drops a cookie above 4096 bytes, and would then follow an older address.
const LONGEST_CALLBACK_URL: usize = 3800;

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

/// A text as one component of an address.
pub fn encode_component(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// A page of the product that leads on to the address.
pub fn leading_on(page: &str, callback_url: &str) -> String {
    format!("{page}?callbackUrl={}", encode_component(callback_url))
}

/// A text in which only visible ASCII is left.
pub fn printable(text: &str) -> String {
    utf8_percent_encode(text, UNPRINTABLE).to_string()
}

/// The requested address if it is on the origin and a cookie can hold it, else the origin.
pub fn resolve(requested: &str, origin: &str) -> String {
    let address = return_address::resolve(requested, origin);
    if encode_component(&address).len() <= LONGEST_CALLBACK_URL {
        address
    } else {
        origin.to_owned()
    }
}

#[cfg(test)]
mod tests;
