//! Reading and updating the session.

use http::StatusCode;
use serde_json::json;

use super::identity::EXPIRES;
use super::stack::{JSON, Stack};

fn ada() -> serde_json::Value {
    json!({
        "user": { "name": "Ada", "email": "ada@example.com", "image": null },
        "expires": "2030-01-01T00:00:00.123Z",
    })
}

#[tokio::test]
async fn a_signed_out_visitor_is_an_empty_object() {
    let stack = Stack::plain().await;
    let reply = stack.browser().get("session").await;
    assert_eq!((reply.status, reply.text.as_str()), (StatusCode::OK, "{}"));
    assert_eq!(reply.header("cache-control"), Some("private, no-cache, no-store"));
    assert_eq!(reply.header("pragma"), Some("no-cache"));
    assert_eq!(reply.header("expires"), Some("0"));
    assert!(reply.set_cookie("next-auth.session-token").is_none());
    assert_eq!(stack.identity.memory().touched, 0);
}

#[tokio::test]
async fn a_read_shows_the_user_and_rolls_the_cookie() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = stack.identity.session();
    browser.set("session-token", &token);
    let reply = browser.get("session").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.json(), ada());
    assert_eq!(reply.header("content-type"), Some("application/json"));
    assert_eq!(
        reply.set_cookie("next-auth.session-token").unwrap(),
        format!(
            "next-auth.session-token={token}; HttpOnly; SameSite=Lax; Path=/; \
             Expires=Sun, 20 Dec 2026 12:00:00 GMT"
        ),
        "thirty days after the reading, although the session itself ends at {EXPIRES}"
    );
    assert_eq!(stack.identity.memory().touched, 1);
}

#[tokio::test]
async fn names_are_prefixed_on_https_and_the_plain_cookie_does_not_count() {
    let stack = Stack::secure().await;
    let token = stack.identity.session();
    let mut browser = stack.browser();
    browser.cookies.push(("next-auth.session-token".to_owned(), token.clone()));
    assert_eq!(browser.get("session").await.text, "{}");
    browser.set("session-token", &token);
    let reply = browser.get("session").await;
    assert_eq!(reply.json(), ada());
    let cookie = reply.set_cookie("__Host-next-auth.session-token=").unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Lax; Secure; Path=/; Expires="), "{cookie}");
}

#[tokio::test]
async fn no_name_that_another_host_can_set_carries_a_session() {
    let stack = Stack::secure().await;
    let token = stack.identity.session();
    for name in [
        "next-auth.session-token",
        "__Secure-next-auth.session-token",
        "\u{2000}__Host-next-auth.session-token",
        "__Host-next-auth.session-token\u{a0}",
    ] {
        let mut browser = stack.browser();
        browser.cookies.push((name.to_owned(), token.clone()));
        assert_eq!(browser.get("session").await.text, "{}", "{name}");
        assert_eq!(browser.cookie("session-token"), None, "{name}");
    }
}

#[tokio::test]
async fn a_useless_token_is_removed() {
    let stack = Stack::plain().await;
    for token in ["unknown", "%00", "%0d%0aa", "%ff", &"x".repeat(5000), "a b", "é"] {
        let mut browser = stack.browser();
        browser.set("session-token", token);
        let mut headers = http::HeaderMap::new();
        let line = format!("next-auth.session-token={token}");
        browser.cookies.clear();
        headers.insert("cookie", http::HeaderValue::from_bytes(line.as_bytes()).unwrap());
        let reply = browser.send(http::Method::GET, "session", headers, String::new()).await;
        assert_eq!((reply.status, reply.text.as_str()), (StatusCode::OK, "{}"), "{token}");
        assert_eq!(
            reply.set_cookie("next-auth.session-token").as_deref(),
            Some("next-auth.session-token=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"),
            "{token}"
        );
    }
}

#[tokio::test]
async fn the_parts_of_a_split_session_are_removed_one_by_one() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.set("session-token.0", "eyJhbGciOi");
    browser.set("session-token.1", "JkaXIiLCJl");
    assert_eq!(browser.get("session").await.text, "{}");
    assert_eq!(browser.cookie("session-token.0"), None);
    assert_eq!(browser.cookie("session-token.1"), None);
}

#[tokio::test]
async fn a_split_session_is_read_and_becomes_one_cookie() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = stack.identity.session();
    let (first, second) = token.split_at(token.len() / 2);
    browser.set("session-token.1", second);
    browser.set("session-token.0", first);
    assert_eq!(browser.get("session").await.json(), ada());
    assert_eq!(browser.cookie("session-token"), Some(token.as_str()));
    assert_eq!(browser.cookie("session-token.0"), None);
    assert_eq!(browser.cookie("session-token.1"), None);
}

#[tokio::test]
async fn an_update_requires_the_token_and_changes_nothing() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.set("session-token", &stack.identity.session());
    let body = r#"{"csrfToken":"wrong","data":{"user":{"email":"eve@example.com"}}}"#;
    let reply = browser.post("session", JSON, body).await;
    assert_eq!((reply.status, reply.text.as_str()), (StatusCode::BAD_REQUEST, "{}"));
    assert!(browser.cookie("session-token").is_some());

    let token = browser.csrf().await;
    let data = json!({ "csrfToken": token, "data": { "user": { "email": "eve@example.com" } } });
    let reply = browser.post("session", JSON, data.to_string()).await;
    assert_eq!((reply.status, reply.json()), (StatusCode::OK, ada()));
    assert_eq!(reply.header("cache-control"), None);
    assert!(reply.set_cookie("next-auth.session-token=").is_some());
    let reply = browser.form("session", &[("csrfToken", &token)]).await;
    assert_eq!(reply.json(), ada(), "a form does as well");
}

#[tokio::test]
async fn an_update_without_a_session_is_an_empty_object() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let reply = browser.form("session", &[("csrfToken", &token)]).await;
    assert_eq!((reply.status, reply.text.as_str()), (StatusCode::OK, "{}"));
}
