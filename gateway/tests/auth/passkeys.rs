//! Sign-in by a passkey, and the second factor of other sign-ins.

use http::StatusCode;
use kit::error::ErrorCode;
use kit::identity_limits::CHALLENGE_LIFETIME;

use super::identity::ADA;
use super::stack::{Browser, Reply, Stack};

const LINK: &str =
    "callback/email?callbackUrl=%2Ftreasuries&token=the-token&email=ada%40example.com";

/// Posts a form as the pages do.
async fn post(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> Reply {
    let token = browser.csrf().await;
    let own = [("csrfToken", token.as_str()), ("json", "true")];
    browser.form(path, &[&own[..], fields].concat()).await
}

/// A browser whose sign-in by mail waits for the second factor.
async fn waiting(stack: &Stack) -> Browser {
    stack.identity.memory().requires_second_factor = true;
    stack.identity.link("the-token", ADA);
    let mut browser = stack.requesting_browser();
    let reply = browser.get(LINK).await;
    assert_eq!(
        reply.location(),
        "/auth/second-factor?callbackUrl=http%3A%2F%2Fapp.example%2Ftreasuries"
    );
    browser
}

#[tokio::test]
async fn a_passkey_signs_in() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let replaced = stack.identity.session();
    browser.set("session-token", &replaced);
    let started = post(&mut browser, "passkey/options", &[]).await;
    assert_eq!(started.status, StatusCode::OK);
    assert_eq!(started.json()["options"], r#"{"challenge":"AAAAAAAAAAAAAAAAAAAAAA"}"#);
    assert_eq!(started.header("cache-control"), Some("private, no-cache, no-store"));
    let nonce = browser.cookie("passkey").unwrap().to_owned();
    assert_eq!(nonce.len(), 64);

    let fields = [("credential", r#"{"id":"x"}"#), ("callbackUrl", "/treasuries")];
    let reply = post(&mut browser, "passkey", &fields).await;
    assert_eq!(reply.url(), "http://app.example/treasuries");
    assert_ne!(browser.cookie("session-token"), Some(replaced.as_str()));
    assert_eq!(browser.get("session").await.json()["user"]["email"], ADA);
    let memory = stack.identity.memory();
    assert_eq!(memory.finished_passkeys[0].credential, r#"{"id":"x"}"#);
    assert_eq!(memory.finished_passkeys[0].session_token.as_ref(), Some(&replaced));
    assert_eq!(memory.passkey_starts[0].browser_nonce, nonce);
    assert_eq!(memory.finished_passkeys[0].browser_nonce, nonce);
    assert!(!memory.finished_passkeys[0].step_up);
    assert_eq!(browser.cookie("passkey"), None, "it has served");
}

#[tokio::test]
async fn a_challenge_belongs_to_its_browser() {
    let stack = Stack::secure().await;
    let (mut first, mut second) = (stack.browser(), stack.browser());
    let started = post(&mut first, "passkey/options", &[]).await;
    let cookie = started.set_cookie("__Host-assay.passkey=").unwrap();
    let lifetime = CHALLENGE_LIFETIME.as_secs();
    let end = format!("; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age={lifetime}");
    assert!(cookie.ends_with(&end), "{cookie}");
    // Another page of the browser keeps the value, so that the first one can be answered, too.
    post(&mut first, "passkey/options", &[]).await;
    post(&mut second, "passkey/options", &[]).await;
    second.set("passkey", "planted");
    post(&mut second, "passkey/options", &[]).await;
    let starts = stack.identity.memory().passkey_starts.clone();
    let nonces: Vec<&str> = starts.iter().map(|start| start.browser_nonce.as_str()).collect();
    assert_eq!(nonces[0], nonces[1]);
    assert_ne!(nonces[0], nonces[2]);
    assert_eq!(nonces[3].len(), 64, "not what was planted");
    post(&mut stack.browser(), "passkey", &[("credential", "{}")]).await;
    assert_eq!(stack.identity.memory().finished_passkeys[0].browser_nonce, "");
}

#[tokio::test]
async fn a_step_up_by_a_passkey_is_one_for_identity_and_has_its_refusals() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let fields = [("credential", "{}"), ("stepUp", "true"), ("callbackUrl", "/treasuries")];
    let reply = post(&mut browser, "passkey", &fields).await;
    assert_eq!(reply.url(), "http://app.example/treasuries");
    assert!(stack.identity.memory().finished_passkeys[0].step_up);
    for (reason, error) in
        [("another_user", "AnotherUser"), ("session_not_found", "SessionRequired")]
    {
        stack.identity.fail(ErrorCode::Precondition, reason);
        let reply = post(&mut browser, "passkey", &fields).await;
        assert_eq!(reply.url(), format!("http://app.example/api/auth/error?error={error}"));
        let page = browser.get(&format!("error?error={error}")).await;
        assert!(page.location().ends_with(&format!("/signin?error={error}")), "{error}");
    }
}

#[tokio::test]
async fn a_form_without_its_token_starts_and_finishes_nothing() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    for path in ["passkey/options", "passkey", "second-factor"] {
        let fields = [("credential", "{}"), ("csrfToken", "x"), ("json", "true")];
        let reply = browser.form(path, &fields).await;
        assert_eq!(reply.url(), "http://app.example/api/auth/signin?csrf=true", "{path}");
    }
    assert!(stack.identity.memory().finished_passkeys.is_empty());
    assert_eq!(browser.cookie("session-token"), None);
}

#[tokio::test]
async fn a_refused_passkey_has_a_name_and_an_outage_has_none() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    stack.identity.fail(ErrorCode::Precondition, "passkey_refused");
    let reply = post(&mut browser, "passkey", &[("credential", "{}")]).await;
    assert_eq!(reply.url(), "http://app.example/api/auth/error?error=Passkey");
    let reply = post(&mut browser, "passkey", &[]).await;
    assert_eq!(reply.url(), "http://app.example/api/auth/error?error=Passkey");
    stack.identity.fail(ErrorCode::Unavailable, "unavailable");
    let reply = post(&mut browser, "passkey", &[("credential", "{}")]).await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(browser.cookie("session-token"), None);
}

#[tokio::test]
async fn other_paths_and_methods_are_unknown() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    for path in ["passkey", "passkey/options", "second-factor"] {
        assert_eq!(browser.get(path).await.status, StatusCode::BAD_REQUEST, "{path}");
    }
    let reply = post(&mut browser, "passkey/other", &[]).await;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_link_waits_for_the_second_factor_without_a_session() {
    let stack = Stack::plain().await;
    let mut browser = waiting(&stack).await;
    assert_eq!(browser.cookie("session-token"), None);
    assert_eq!(browser.cookie("link-browser"), None, "it has served");
    let pending = stack.identity.memory().pending.clone().unwrap();
    assert_eq!(browser.cookie("second-factor"), Some(pending.as_str()));
    assert_eq!(browser.get("session").await.text, "{}");

    let fields = [("recoveryCode", "abcd-efgh-jkmn"), ("callbackUrl", "/treasuries")];
    let reply = post(&mut browser, "second-factor", &fields).await;
    assert_eq!(reply.url(), "http://app.example/treasuries");
    assert_eq!(browser.cookie("second-factor"), None, "it has served");
    assert_eq!(browser.get("session").await.json()["user"]["email"], ADA);
    let finished = stack.identity.memory().finished_second_factors[0].clone();
    assert_eq!(finished.token, pending);
    assert_eq!(finished.recovery_code.as_deref(), Some("abcd-efgh-jkmn"));
    assert_eq!(finished.credential, None);
    assert_eq!(finished.browser_nonce, "", "no challenge was requested");
}

#[tokio::test]
async fn the_cookie_of_the_second_factor_is_of_this_host_alone() {
    let stack = Stack::secure().await;
    stack.identity.memory().requires_second_factor = true;
    stack.identity.link("the-token", ADA);
    let mut browser = stack.requesting_browser();
    let reply = browser.get(LINK).await;
    let cookie = reply.set_cookie("__Host-assay.second-factor=").unwrap();
    assert!(
        cookie.ends_with(
            "; HttpOnly; SameSite=Lax; Secure; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT"
        ),
        "{cookie}"
    );
}

#[tokio::test]
async fn a_provider_waits_for_the_second_factor_too() {
    let stack = Stack::plain().await;
    stack.identity.memory().requires_second_factor = true;
    let mut browser = stack.browser();
    post(&mut browser, "signin/acme", &[("callbackUrl", "/treasuries")]).await;
    let reply = browser.get("callback/acme?code=the-code&state=the-state").await;
    assert_eq!(
        reply.location(),
        "/auth/second-factor?callbackUrl=http%3A%2F%2Fapp.example%2Ftreasuries"
    );
    assert_eq!(browser.cookie("session-token"), None);
    post(&mut browser, "passkey/options", &[]).await;
    let nonce = browser.cookie("passkey").unwrap().to_owned();
    let reply = post(&mut browser, "second-factor", &[("credential", "{}")]).await;
    assert_eq!(reply.url(), "http://app.example/treasuries", "from the cookie");
    assert!(browser.cookie("session-token").is_some());
    assert_eq!(stack.identity.memory().finished_second_factors[0].browser_nonce, nonce);
    assert_eq!(browser.cookie("passkey"), None, "it has served");
}

#[tokio::test]
async fn a_refused_second_factor_keeps_the_sign_in_and_an_expired_one_is_named() {
    let stack = Stack::plain().await;
    let mut browser = waiting(&stack).await;
    stack.identity.fail(ErrorCode::Precondition, "recovery_code_invalid");
    let fields = [("recoveryCode", "wrong")];
    let reply = post(&mut browser, "second-factor", &fields).await;
    assert_eq!(reply.url(), "http://app.example/api/auth/error?error=RecoveryCode");
    assert!(browser.cookie("second-factor").is_some());
    stack.identity.memory().failure = None;

    let mut other = stack.browser();
    let reply = post(&mut other, "second-factor", &fields).await;
    assert_eq!(reply.url(), "http://app.example/api/auth/error?error=SecondFactorExpired");
    other.set("second-factor", &"0".repeat(64));
    let reply = post(&mut other, "second-factor", &fields).await;
    assert_eq!(reply.url(), "http://app.example/api/auth/error?error=SecondFactorExpired");
    assert_eq!(other.cookie("session-token"), None);
}
