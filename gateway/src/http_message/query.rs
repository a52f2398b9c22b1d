//! The parameters of a query string, decoded in whole runs because inputs are most of it.

/// The first value of a query parameter, form-decoded.
pub fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    // Long values of others are not decoded, and names hardly ever need it.
    let is_named = |raw: &str| raw == name || (raw.contains('%') && decode(raw) == name);
    let (_, value) = pairs.find(|(raw, _)| is_named(raw))?;
    Some(decode(value))
}

pub fn parameter_names(query: &str) -> impl Iterator<Item = String> + '_ {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| decode(pair.split_once('=').map_or(pair, |(name, _)| name)))
}

/// Decodes a form's text: a plus is a space, and anything but an escape stands for itself.
fn decode(raw: &str) -> String {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'%' | b'+')) {
        bytes.extend_from_slice(&rest[..at]);
        let (byte, after) = one(&rest[at..]);
        bytes.push(byte);
        rest = after;
    }
    bytes.extend_from_slice(rest);
    String::from_utf8(bytes)
        .unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
}

fn one(rest: &[u8]) -> (u8, &[u8]) {
    match rest {
        [b'+', after @ ..] => (b' ', after),
        [b'%', high, low, after @ ..] => match (digit(*high), digit(*low)) {
            (Some(high), Some(low)) => (16 * high + low, after),
            _ => (b'%', &rest[1..]),
        },
        _ => (b'%', &rest[1..]),
    }
}

fn digit(letter: u8) -> Option<u8> {
    char::from(letter).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn reads_what_the_standard_reads(raw in "([a-z{é€\\x00]|%[0-9a-fA-Fg]{0,2}|\\+|%[cC]3|%a9){0,40}") {
            let pair = format!("input={raw}");
            let known = url::form_urlencoded::parse(pair.as_bytes()).next().unwrap().1.into_owned();
            prop_assert_eq!(decode(&raw), known);
        }
    }

    #[test]
    fn a_parameter_is_found_by_its_decoded_name() {
        let query = "&=x&b=1&%61=%2B+c%3D=d&a=2&c";
        assert_eq!(parameter(query, "a").as_deref(), Some("+ c==d"));
        assert_eq!(parameter(query, "c").as_deref(), Some(""));
        assert_eq!(parameter(query, "d"), None);
    }
}
