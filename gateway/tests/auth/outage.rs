//! An outage of identity: no one looks signed out, and every answer says when to retry.

use http::StatusCode;
use kit::error::ErrorCode;

use super::identity::ADA;
use super::stack::{PLAIN, Reply, Stack};

fn away(reply: &Reply) {
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{}", reply.text);
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(reply.header("cache-control"), Some("private, no-cache, no-store"));
    assert!(reply.set_cookie("next-auth.session-token").is_none());
}

#[tokio::test]
async fn a_session_that_cannot_be_resolved_stays() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.set("session-token", &stack.identity.session());
    let token = browser.csrf().await;
    for code in [ErrorCode::Unavailable, ErrorCode::Timeout, ErrorCode::Internal] {
        stack.identity.fail(code, "unavailable");
        let reply = browser.get("session").await;
        away(&reply);
        assert!(reply.json()["message"].is_string());
        assert!(reply.json().get("user").is_none());
        away(&browser.form("session", &[("csrfToken", &token)]).await);
    }
    stack.identity.memory().failure = None;
    assert_eq!(browser.get("session").await.json()["user"]["email"], ADA);
}

#[tokio::test]
async fn actions_without_identity_still_work() {
    let stack = Stack::alone(PLAIN).await;
    let mut browser = stack.browser();
    assert_eq!(browser.get("session").await.text, "{}");
    assert_eq!(browser.csrf().await.len(), 64);
    assert!(browser.get("signin").await.location().starts_with("/login"));
    assert_eq!(browser.get("verify-request").await.location(), "/auth/verify");
    assert_eq!(browser.get("signout").await.status, StatusCode::OK);
}

#[tokio::test]
async fn providers_stay_cached_through_an_outage() {
    let stack = Stack::alone(PLAIN).await;
    away(&stack.browser().get("providers").await);

    let stack = Stack::plain().await;
    let before = stack.browser().get("providers").await.json();
    stack.identity.fail(ErrorCode::Unavailable, "unavailable");
    stack.clock.advance(std::time::Duration::from_hours(1));
    assert_eq!(stack.browser().get("providers").await.json(), before);
}

#[tokio::test]
async fn a_sign_in_reports_the_outage_to_people_and_to_the_client() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    browser.get("providers").await;
    stack.identity.fail(ErrorCode::Unavailable, "unavailable");
    for path in ["signin/email", "signin/acme"] {
        let fields = [("csrfToken", token.as_str()), ("email", ADA)];
        let page = browser.form(path, &fields).await;
        away(&page);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        let fields = [("csrfToken", token.as_str()), ("email", ADA), ("json", "true")];
        let reply = browser.form(path, &fields).await;
        away(&reply);
        assert_eq!(reply.json()["url"], "http://app.example/api/auth/error?error=Signin");
    }
}

#[tokio::test]
async fn a_link_is_not_spent_by_an_outage() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let mut browser = stack.requesting_browser();
    browser.get("providers").await;
    stack.identity.fail(ErrorCode::Unavailable, "unavailable");
    let link = "callback/email?token=the-token&email=ada%40example.com";
    let page = browser.get(link).await;
    away(&page);
    assert!(page.text.contains("Try again") && page.text.contains("href=\"\""));
    stack.identity.memory().failure = None;
    assert_eq!(browser.get(link).await.status, StatusCode::FOUND);
    assert!(browser.cookie("session-token").is_some());
}

#[tokio::test]
async fn a_session_that_could_not_be_ended_does_not_look_ended() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.set("session-token", &stack.identity.session());
    let token = browser.csrf().await;
    stack.identity.fail(ErrorCode::Unavailable, "unavailable");
    let reply = browser.form("signout", &[("csrfToken", &token), ("json", "true")]).await;
    away(&reply);
    assert_eq!(reply.json()["url"], "http://app.example/api/auth/signout");
    away(&browser.form("signout", &[("csrfToken", &token)]).await);
    stack.identity.memory().failure = None;
    assert_eq!(browser.get("session").await.json()["user"]["email"], ADA);
}
