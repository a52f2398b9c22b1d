//! Redirects, their JSON form, and the callback address.

use super::stack::{JSON, Stack};

#[tokio::test]
async fn only_the_text_true_asks_for_json() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let reply = browser.form("signout", &[("csrfToken", &token), ("json", "true")]).await;
    assert_eq!(reply.url(), "http://app.example");
    assert_eq!(reply.header("content-type"), Some("application/json"));
    for json in ["True", "1", "false", ""] {
        let reply = browser.form("signout", &[("csrfToken", &token), ("json", json)]).await;
        assert_eq!(reply.location(), "http://app.example", "{json}");
    }
    let body = format!(r#"{{"csrfToken":"{token}","json":true}}"#);
    assert_eq!(browser.post("signout", JSON, body).await.location(), "http://app.example");
    let body = format!(r#"{{"csrfToken":"{token}","json":"true"}}"#);
    assert_eq!(browser.post("signout", JSON, body).await.url(), "http://app.example");
}

#[tokio::test]
async fn the_callback_address_comes_from_body_then_query_then_cookie() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let body = [("csrfToken", token.as_str()), ("callbackUrl", "/body?a=1#b")];
    let reply = browser.form("signout?callbackUrl=/query", &body).await;
    assert_eq!(reply.location(), "http://app.example/body?a=1#b");
    assert_eq!(
        reply.set_cookie("next-auth.callback-url=").unwrap(),
        "next-auth.callback-url=http%3A%2F%2Fapp.example%2Fbody%3Fa%3D1%23b; \
         HttpOnly; SameSite=Lax; Path=/"
    );
    let reply = browser.form("signout?callbackUrl=/query", &[("csrfToken", &token)]).await;
    assert_eq!(reply.location(), "http://app.example/query");
    let reply = browser.form("signout", &[("csrfToken", &token)]).await;
    assert_eq!(reply.location(), "http://app.example/query", "remembered");
    assert!(reply.set_cookie("next-auth.callback-url=").is_none(), "unchanged");
    let empty = [("csrfToken", token.as_str()), ("callbackUrl", "")];
    assert_eq!(browser.form("signout", &empty).await.location(), "http://app.example/query");
}

#[tokio::test]
async fn foreign_addresses_lead_to_the_origin() {
    let stack = Stack::plain().await;
    for requested in [
        "https://evil.example/",
        "http://app.example.evil.example/",
        "http://app.example@evil.example/",
        "javascript:alert(1)",
        "not an address",
        "https://app.example/", // another scheme is another origin
    ] {
        let mut browser = stack.browser();
        let token = browser.csrf().await;
        let fields = [("csrfToken", token.as_str()), ("callbackUrl", requested)];
        assert_eq!(browser.form("signout", &fields).await.location(), "http://app.example");

        let encoded: String = url::form_urlencoded::byte_serialize(requested.as_bytes()).collect();
        let page = browser.get(&format!("signin?callbackUrl={encoded}")).await;
        assert_eq!(page.location(), "/login?callbackUrl=http%3A%2F%2Fapp.example");

        browser.set("callback-url", &encoded.replace('+', "%20"));
        let reply = browser.form("signout", &[("csrfToken", &token)]).await;
        assert_eq!(reply.location(), "http://app.example", "{requested}");
    }
}

/// Every form that the web and the journeys try, too.
#[tokio::test]
async fn no_listed_form_leads_a_browser_off_the_origin() {
    let forms = include_str!("../../../proto/tests/return_addresses.json");
    let forms: serde_json::Value = serde_json::from_str(forms).unwrap();
    let hostile = ["refused", "two_slashes"].map(|list| forms[list].as_array().unwrap().clone());
    let own = forms["own"].as_object().unwrap();
    assert!(hostile.concat().len() >= 200);
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let page = url::Url::parse("http://app.example/api/auth/signout").unwrap();
    for form in hostile
        .concat()
        .iter()
        .filter_map(serde_json::Value::as_str)
        .chain(own.keys().map(String::as_str))
    {
        let requested =
            form.replace("{origin}", "http://app.example").replace("{host}", "app.example");
        let fields = [("csrfToken", token.as_str()), ("callbackUrl", &requested)];
        let reply = browser.form("signout", &fields).await;
        let landed = page.join(reply.location()).unwrap();
        assert_eq!(landed.origin().ascii_serialization(), "http://app.example", "{form:?}");
        match own.get(form) {
            Some(path) => {
                assert_eq!(&landed[url::Position::BeforePath..], path.as_str().unwrap());
            }
            // Two slashes that are written out keep the form of the contract.
            None if requested.contains("//") && landed.path().starts_with("//") => {
                assert!(reply.location().starts_with("http://app.example//"), "{form:?}");
            }
            None => assert_eq!(reply.location(), "http://app.example", "{form:?}"),
        }
        let encoded: String = url::form_urlencoded::byte_serialize(requested.as_bytes()).collect();
        let started = browser.get(&format!("signin?callbackUrl={encoded}")).await;
        assert!(
            started.location().starts_with("/login?callbackUrl=http%3A%2F%2Fapp.example"),
            "{form:?}"
        );
    }
}

#[tokio::test]
async fn two_slashes_stay_on_the_origin() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("callbackUrl", "//evil.example/x")];
    assert_eq!(
        browser.form("signout", &fields).await.location(),
        "http://app.example//evil.example/x"
    );
}

#[tokio::test]
async fn line_breaks_never_reach_a_header() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let evil = "/x\r\nSet-Cookie: a=b\r\n\r\n<script>";
    let fields = [("csrfToken", token.as_str()), ("callbackUrl", evil)];
    let reply = browser.form("signout", &fields).await;
    assert_eq!(reply.location(), "http://app.example");
    for path in ["error?error=%0d%0aSet-Cookie:a=b", "signin?error=%0d%0aSet-Cookie:a=b"] {
        let reply = browser.get(path).await;
        assert!(reply.location().contains("%0D%0ASet-Cookie%3Aa%3Db"), "{path}");
        assert!(reply.set_cookie("a=").is_none());
    }
}

#[tokio::test]
async fn headers_of_a_request_do_not_move_the_origin() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let mut headers = http::HeaderMap::new();
    for name in ["host", "x-forwarded-host", "origin", "referer", "forwarded"] {
        headers.insert(name, "evil.example".parse().unwrap());
    }
    headers.insert("x-forwarded-proto", "https".parse().unwrap());
    let reply = browser.send(http::Method::GET, "providers", headers, String::new()).await;
    assert!(!reply.text.contains("evil.example"));
    assert!(reply.text.contains("http://app.example/api/auth/signin/email"));
}
