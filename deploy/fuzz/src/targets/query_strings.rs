//! The query string of a request, which is decoded as browsers encode a form.

use gateway::fuzzing::{AcceptEncoding, Coding, parameter, parameter_names};
use http::HeaderValue;
use http::header::ACCEPT_ENCODING;
use url::form_urlencoded;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "query_strings",
    run,
    tokens: &[
        "&", "=", "+", "%", "%2B", "%26", "%3D", "%00", "%c3%a9", "%C3", "%ff", "input", "batch",
        "1", "%69nput", "é", ";", "gzip", "br", "identity", "*", ";q=", "0.5", "0", ", ",
    ],
    rounds: 4000,
};

fn run(input: &[u8]) {
    let Ok(query) = std::str::from_utf8(input) else { return };
    let known = || form_urlencoded::parse(query.as_bytes());
    for name in ["input", "batch"] {
        let expected =
            known().find(|(found, _)| found == name).map(|(_, value)| value.into_owned());
        assert_eq!(parameter(query, name), expected, "{name}");
    }
    let names: Vec<String> = known().map(|(name, _)| name.into_owned()).collect();
    assert_eq!(parameter_names(query).collect::<Vec<_>>(), names);
    codings(query);
}

/// The same text as a list of codings: what is chosen was named, and is at hand.
fn codings(text: &str) {
    let Ok(line) = HeaderValue::from_str(text) else { return };
    let accepted = AcceptEncoding::from_headers(&[(ACCEPT_ENCODING, line)].into_iter().collect());
    assert_eq!(accepted.choose(|_| false), None);
    for coding in Coding::ALL {
        if accepted.choose(|one| one == coding).is_some() {
            let named = text.to_ascii_lowercase();
            assert!(named.contains(coding.name()) || named.contains('*'), "{coding:?}");
        }
    }
}
