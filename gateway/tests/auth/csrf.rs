//! The signed double-submit token.

use http::StatusCode;
use kit::testing::SecurityLog;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::stack::{Browser, FORM, JSON, Reply, SECRET, Stack};

fn signed(token: &str, secret: &str) -> String {
    let hash = hex::encode(Sha256::digest(format!("{token}{secret}")));
    format!("{token}%7C{hash}")
}

#[tokio::test]
async fn a_token_has_a_signed_cookie_and_stays() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let first = browser.get("csrf").await;
    assert_eq!(first.header("cache-control"), Some("private, no-cache, no-store"));
    assert_eq!(first.header("pragma"), Some("no-cache"));
    assert_eq!(first.header("expires"), Some("0"));
    let token = first.json()["csrfToken"].as_str().unwrap().to_owned();
    assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_eq!(
        first.set_cookie("next-auth.csrf-token").unwrap(),
        format!("next-auth.csrf-token={}; HttpOnly; SameSite=Lax; Path=/", signed(&token, SECRET))
    );
    assert_eq!(
        first.set_cookie("next-auth.callback-url").unwrap(),
        "next-auth.callback-url=http%3A%2F%2Fapp.example; HttpOnly; SameSite=Lax; Path=/"
    );

    let second = browser.get("csrf").await;
    assert_eq!(second.json(), json!({ "csrfToken": token }));
    assert!(second.set_cookies().is_empty());
}

#[tokio::test]
async fn cookies_are_prefixed_and_secure_on_https() {
    let stack = Stack::secure().await;
    let reply = stack.browser().get("csrf").await;
    let csrf = reply.set_cookie("__Host-next-auth.csrf-token=").unwrap();
    assert!(csrf.ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/"), "{csrf}");
    let callback = reply.set_cookie("__Host-next-auth.callback-url=").unwrap();
    assert!(callback.ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/"), "{callback}");
}

#[tokio::test]
async fn every_action_but_two_sets_a_token() {
    let stack = Stack::plain().await;
    for path in
        ["signin", "session", "signout", "verify-request", "error?error=x", "callback/email"]
    {
        let reply = stack.browser().get(path).await;
        assert!(reply.set_cookie("next-auth.csrf-token=").is_some(), "{path}");
    }
}

async fn refused(browser: &mut Browser, body: &str) {
    let at = |reply: &Reply, path: &str| {
        assert_eq!(reply.location(), format!("http://app.example/api/auth/{path}"), "{body}");
    };
    at(&browser.post("signin/email", FORM, body).await, "signin?csrf=true");
    at(&browser.post("signin/acme", FORM, body).await, "signin?csrf=true");
    at(&browser.post("signin", FORM, body).await, "signin?csrf=true");
    at(&browser.post("signout", FORM, body).await, "signout?csrf=true");
    let session = browser.post("session", FORM, body).await;
    assert_eq!((session.status, session.json()), (StatusCode::BAD_REQUEST, json!({})), "{body}");
}

#[tokio::test]
async fn nothing_happens_without_a_verified_token() {
    let stack = Stack::plain().await;
    let token = "0".repeat(64);
    let mail = "email=ada%40example.com";

    // No cookie; the right cookie with a wrong or misplaced token; a foreign signature.
    refused(&mut stack.browser(), &format!("csrfToken={token}&{mail}")).await;
    for body in [
        mail.to_owned(),
        format!("csrfToken=&{mail}"),
        format!("csrfToken={}&{mail}", "1".repeat(64)),
        format!("csrfToken={token}&csrfToken={token}&{mail}"),
        format!("CSRFTOKEN={token}&{mail}"),
    ] {
        let mut browser = stack.browser();
        browser.set("csrf-token", &signed(&token, SECRET));
        refused(&mut browser, &body).await;
    }
    for cookie in [
        signed(&token, "a foreign secret of thirty-two chars"),
        format!("{token}%7C{token}"),
        token.clone(),
    ] {
        let mut browser = stack.browser();
        browser.set("csrf-token", &cookie);
        let reply = browser.post("signin/email", FORM, format!("csrfToken={token}&{mail}")).await;
        assert!(reply.location().ends_with("signin?csrf=true"));
        assert!(reply.set_cookie("next-auth.csrf-token=").is_some(), "it is replaced");
    }
    assert!(stack.identity.memory().mails.is_empty());
    assert!(stack.identity.memory().ended.is_empty());
}

#[tokio::test]
async fn a_token_in_the_query_or_in_a_text_body_does_not_count() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let path = format!("signin/email?csrfToken={token}&email=ada@example.com");
    assert!(browser.form(&path, &[]).await.location().ends_with("signin?csrf=true"));
    let body = format!("csrfToken={token}&email=ada@example.com");
    let reply = browser.post("signin/email", "text/plain", body).await;
    assert!(reply.location().ends_with("signin?csrf=true"));
    let number = browser.post("session", JSON, r#"{"csrfToken":1}"#).await;
    assert_eq!(number.status, StatusCode::BAD_REQUEST);
    assert!(stack.identity.memory().mails.is_empty());
}

#[tokio::test]
async fn an_unknown_provider_is_answered_like_a_missing_token() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("json", "true")];
    let reply = browser.form("signin/unknown", &fields).await;
    assert_eq!(reply.url(), "http://app.example/api/auth/signin?csrf=true");
}

#[tokio::test]
async fn a_form_without_a_token_is_written_to_the_security_log() {
    let stack = Stack::plain().await;
    let log = SecurityLog::record();
    let paths =
        ["signin/email", "signout", "session", "passkey/options", "passkey", "second-factor"];
    for path in paths {
        stack.browser().post(path, FORM, "email=ada%40example.com").await;
    }
    let lines = log.lines();
    assert_eq!(lines.len(), 6);
    let routes = ["signin", "signout", "session", "passkey", "passkey", "second-factor"];
    for (line, route) in lines.iter().zip(routes) {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(entry["event"], "request_refused");
        assert_eq!(entry["reason"], "csrf");
        assert_eq!(entry["route"], format!("/api/auth/{route}"));
        assert_eq!(entry["network"], "198.51.100.0/24");
        assert!(!line.contains("example.com") && !line.contains("198.51.100.7"), "{line}");
    }
}
