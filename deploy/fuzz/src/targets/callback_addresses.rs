//! The address to which a browser returns, as a form or a link names it.

use gateway::fuzzing::{callback_url, encode_component};
use url::Url;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "callback_addresses",
    run,
    tokens: &[
        "/",
        "\\",
        "//",
        ":",
        "@",
        "?",
        "#",
        ".",
        "..",
        "%",
        "%2f",
        "%5c",
        "%2e",
        "\t",
        "\r\n",
        " ",
        "\u{0}",
        "\u{202e}",
        "\u{3002}",
        "http:",
        "https:",
        "javascript:",
        "blob:",
        "app.example",
        "evil.example",
        "127.0.0.1:8080",
        "[::1]",
        "xn--",
    ],
    rounds: 4000,
};

const ORIGINS: [&str; 2] = ["https://app.example", "http://127.0.0.1:8080"];

fn run(input: &[u8]) {
    let Ok(requested) = std::str::from_utf8(input) else { return };
    for origin in ORIGINS {
        let target = callback_url(requested, origin);
        let page = format!("{origin}/api/auth/callback/email");
        let page = Url::parse(&page).expect("the page has an address");
        let landing = page.join(&target).expect("a browser can follow it");
        assert_eq!(landing.origin().ascii_serialization(), origin, "{target:?}");
        assert!(target.starts_with(origin), "{target:?}");
        assert!(target.bytes().all(|byte| byte.is_ascii_graphic()), "{target:?}");
        assert!(landing.username().is_empty() && landing.password().is_none(), "{target:?}");
        // A cookie stores this address, and its later parse yields the same one.
        assert_eq!(callback_url(&target, origin), target);
        assert!(encode_component(&target).len() < 4096);
    }
}
