//! The cookies of a request: the session among them, and those that only this installation can have sealed.

use gateway::fuzzing::{Names, RequestCookies, Sealer};
use http::HeaderValue;
use http::header::COOKIE;
use kit::config::Secret;
use time::OffsetDateTime;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "cookies",
    run,
    tokens: &[
        "next-auth.session-token",
        "__Secure-",
        "__Host-",
        "next-auth.state",
        ".0",
        ".1",
        ".255",
        ".256",
        "=",
        ";",
        "; ",
        "\"",
        "%",
        "%00",
        "%7C",
        "%ff",
        "é",
        ",",
    ],
    rounds: 600,
};

fn received(line: HeaderValue) -> RequestCookies {
    RequestCookies::read(&[(COOKIE, line)].into_iter().collect())
}

fn run(input: &[u8]) {
    let Ok(line) = HeaderValue::from_bytes(input) else { return };
    let cookies = received(line);
    for secure in [false, true] {
        let names = Names::new(secure);
        if let Some(token) = cookies.session_token(names.session) {
            assert!((1..=512).contains(&token.len()), "{token:?}");
            assert!(token.bytes().all(|byte| byte.is_ascii_graphic()), "{token:?}");
            assert_eq!(returned(&names, names.session, &token).as_deref(), Some(&*token));
        }
        let parts = cookies.session_and_parts(names.session);
        assert!(parts.is_sorted() && parts.iter().all(|part| part.starts_with(names.session)));
        sealed(&names, &cookies, &String::from_utf8_lossy(input));
    }
}

/// The value of a cookie that a browser was sent and returns.
fn returned(names: &Names, name: &str, value: &str) -> Option<String> {
    let cookie = names.cookie(name, value);
    let line = format!("{}={}", cookie.name(), cookie.value());
    let line = HeaderValue::try_from(line).expect("a cookie is printable");
    received(line).get(name).map(str::to_owned)
}

/// No stranger's cookie opens, and one of our own says what it was made with.
fn sealed(names: &Names, cookies: &RequestCookies, value: &str) {
    let now = OffsetDateTime::UNIX_EPOCH;
    let secrets = [Secret::new("a-secret-of-at-least-thirty-two-chars")];
    let sealer = Sealer { secrets: &secrets, names, provider: "acme", now };
    for name in [&names.state, &names.verifier, &names.nonce] {
        assert_eq!(sealer.open(name, cookies), None);
    }
    let cookie = sealer.seal(&names.state, value);
    let line = format!("{}={}", cookie.name(), cookie.value());
    let own = received(HeaderValue::try_from(line).expect("a sealed cookie is printable"));
    let opened = sealer.open(&names.state, &own);
    assert_eq!(opened.as_deref(), Some(value).filter(|value| !value.is_empty()));
    let elsewhere = Sealer { provider: "other", ..sealer };
    assert_eq!(elsewhere.open(&names.state, &own), None);
}
