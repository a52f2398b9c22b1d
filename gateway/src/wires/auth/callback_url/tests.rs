//! Hostile forms, each judged as a browser would read the result.

use url::Url;

use super::*;

const ORIGIN: &str = "https://app.example";

/// Where a browser on a page of the origin goes for a `Location`.
fn landing(location: &str) -> String {
    let page = Url::parse("https://app.example/api/auth/callback/email").unwrap();
    page.join(location).unwrap().origin().ascii_serialization()
}

const HOSTS: [&str; 6] = [
    "evil.example",
    "app.example.evil.example",
    "evil。example",
    "[2001:db8::1]",
    "2130706433",
    "e%76il.example",
];

const SHAPES: [&str; 40] = [
    "//{}",
    "///{}",
    "////{}",
    "/\\{}",
    "\\/{}",
    "\\\\{}",
    "/\\/{}",
    "\\/\\/{}",
    "/\t/{}",
    "/\n/{}",
    "/\r\n/{}",
    "\t//{}",
    " //{}",
    "\u{a0}//{}",
    "https:{}",
    "https:/{}",
    "https://{}",
    "https:///{}",
    "https:\\\\{}",
    "https:/\\{}",
    "ht\ntps://{}",
    "HTTPS://{}",
    " https://{}",
    "\u{0}https://{}",
    "http://{}",
    "https://app.example@{}",
    "https://app.example:443@{}/",
    "https://app.example%40{}",
    "https://app.example\\@{}",
    "https://app.example%2f@{}",
    "https://app.example\t.{}",
    "https://{}#https://app.example",
    "https://{}?https://app.example",
    "https://{}\\app.example",
    "https://{}/app.example",
    "ftp://{}",
    "ws://{}",
    "blob:https://{}/0",
    "//app.example@{}",
    "https:app.example@{}",
];

const SINGLE: [&str; 45] = [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "javascript://app.example/%0aalert(1)",
    "javascript:https://app.example",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD4=",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "about:blank",
    "blob:https://app.example/0b6c",
    "filesystem:https://app.example/temporary/x",
    "view-source:https://app.example",
    "mailto:a@app.example",
    "tel:1",
    "intent://app.example#Intent;scheme=https;end",
    "http://app.example",
    "http://app.example/",
    "https://app.example:8443/",
    "https://app.example.",
    "https://APP.EXAMPLE.evil.example",
    "https://xapp.example",
    "https://app.examplex",
    "https://app-example",
    "https://app。example.evil.example",
    "https://аpp.example",
    "https://app.example:",
    "https://app.example:443",
    "https://",
    "https:",
    "https",
    ":",
    "?",
    "#",
    "?next=//evil.example",
    "#//evil.example",
    "..",
    "../../evil",
    "evil.example",
    "evil.example/x",
    "www.evil.example",
    "%2f%2fevil.example",
    "%5c%5cevil.example",
    "%68ttps://evil.example",
    "\u{202e}https://evil.example",
];

fn hostile() -> Vec<String> {
    let shaped = SHAPES.iter().flat_map(|shape| HOSTS.map(|host| shape.replace("{}", host)));
    shaped.chain(SINGLE.map(ToOwned::to_owned)).collect()
}

#[test]
fn no_hostile_form_leaves_the_origin() {
    let forms = hostile();
    assert!(forms.len() >= 200, "{}", forms.len());
    for form in forms {
        for requested in [form.clone(), encode_component(&form), format!("{form}/x?y=z#w")] {
            let target = resolve(&requested, ORIGIN);
            assert_eq!(landing(&target), ORIGIN, "{requested:?} gave {target:?}");
            assert!(target.bytes().all(|byte| byte.is_ascii_graphic()), "{target:?}");
            Url::parse(&target).expect("the client parses it without a base");
            assert_eq!(
                resolve(&target, ORIGIN),
                target,
                "a remembered address stays: {requested:?}"
            );
        }
    }
}

#[test]
fn header_injection_is_encoded_away() {
    for requested in [
        "/x\r\nSet-Cookie: a=b",
        "/x\nLocation: https://evil.example",
        "/x\u{2028}y",
        "/x\u{0}y",
        "https://app.example/x\r\nSet-Cookie: a=b",
        "/嘊嘍Set-Cookie:a=b",
    ] {
        let target = resolve(requested, ORIGIN);
        assert!(target.starts_with("https://app.example/"), "{target:?}");
        assert!(target.bytes().all(|byte| byte.is_ascii_graphic()), "{target:?}");
    }
}

#[test]
fn callbacks_on_the_origin_are_unchanged() {
    for (requested, expected) in [
        ("/", "https://app.example/"),
        ("/treasuries?a=1&b=%2F#top", "https://app.example/treasuries?a=1&b=%2F#top"),
        ("/a/../b", "https://app.example/a/../b"),
        ("//evil.example/x", "https://app.example//evil.example/x"),
        ("/pröfile", "https://app.example/pr%C3%B6file"),
        ("https://app.example", "https://app.example"),
        ("https://app.example/a b", "https://app.example/a%20b"),
        ("https://app.example?x=1", "https://app.example?x=1"),
        ("https://app.example/x#y", "https://app.example/x#y"),
        ("HTTPS://APP.example:443/x", "https://app.example/x"),
        ("https://me:secret@app.example/x", "https://app.example/x"),
        ("https://elsewhere.example/x", "https://app.example"),
        ("", "https://app.example"),
    ] {
        assert_eq!(resolve(requested, ORIGIN), expected, "{requested:?}");
    }
}

#[test]
fn an_address_too_long_for_a_cookie_is_not_remembered() {
    assert_eq!(resolve(&format!("/{}", "x".repeat(3700)), ORIGIN).len(), ORIGIN.len() + 3701);
    assert_eq!(resolve(&format!("/{}", "x".repeat(4000)), ORIGIN), ORIGIN);
    assert_eq!(resolve(&format!("/{}", "/".repeat(1500)), ORIGIN), ORIGIN);
}

#[test]
fn an_address_and_port_are_an_origin_too() {
    let origin = "http://127.0.0.1:8080";
    assert_eq!(resolve("http://127.0.0.1:8080/x", origin), "http://127.0.0.1:8080/x");
    assert_eq!(resolve("http://127.0.0.1:80801/x", origin), origin);
    assert_eq!(resolve("http://127.0.0.1:8080@evil.example/x", origin), origin);
    assert_eq!(resolve("http://localhost:8080/x", origin), origin);
}

#[test]
fn no_mixture_of_hostile_pieces_leaves_the_origin() {
    const PIECES: [&str; 24] = [
        "/",
        "\\",
        ":",
        "@",
        "?",
        "#",
        ".",
        "%",
        "%2f",
        "%5c",
        "%00",
        "\t",
        "\r\n",
        " ",
        "\u{0}",
        "\u{202e}",
        "http",
        "https",
        "javascript",
        "blob",
        "app.example",
        "evil.example",
        "[::1]",
        "。",
    ];
    let mut seed: u64 = 20_261_120;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let requested: String = (0..=next(9)).map(|_| PIECES[next(PIECES.len())]).collect();
        let target = resolve(&requested, ORIGIN);
        assert_eq!(landing(&target), ORIGIN, "{requested:?} gave {target:?}");
        assert!(target.bytes().all(|byte| byte.is_ascii_graphic()), "{target:?}");
        assert!(target.starts_with(ORIGIN), "{requested:?} gave {target:?}");
    }
}
