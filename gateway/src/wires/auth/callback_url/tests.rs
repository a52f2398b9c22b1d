//! Hostile forms, each judged as a browser would read the result.

use url::Url;

use super::*;

const ORIGIN: &str = "https://app.example";

/// Where a browser on a page of the origin goes for a `Location`.
fn landing(location: &str) -> String {
    let page = Url::parse("https://app.example/api/auth/callback/email").unwrap();
    page.join(location).unwrap().origin().ascii_serialization()
}

/// The forms that kit and the web read, too.
fn hostile() -> Vec<String> {
    let forms = include_str!("../../../../../proto/tests/return_addresses.json");
    let forms: serde_json::Value = serde_json::from_str(forms).unwrap();
    let lists = ["refused", "two_slashes"].map(|list| forms[list].as_array().unwrap().clone());
    let texts = lists.concat().into_iter().map(|form| form.as_str().unwrap().to_owned());
    texts.map(|form| form.replace("{origin}", ORIGIN).replace("{host}", "app.example")).collect()
}

#[test]
fn no_hostile_form_leaves_the_origin() {
    for form in hostile() {
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
fn what_a_header_cannot_hold_is_refused_or_encoded() {
    for requested in [
        "/x\r\nSet-Cookie: a=b",
        "/x\nLocation: https://evil.example",
        "/x\u{0}y",
        "https://app.example/x\r\nSet-Cookie: a=b",
    ] {
        assert_eq!(resolve(requested, ORIGIN), ORIGIN, "{requested:?}");
    }
    for requested in ["/x\u{2028}y", "/嘊嘍Set-Cookie:a=b", "/x y"] {
        let target = resolve(requested, ORIGIN);
        assert!(target.starts_with("https://app.example/"), "{target:?}");
        assert!(target.bytes().all(|byte| byte.is_ascii_graphic()), "{target:?}");
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
