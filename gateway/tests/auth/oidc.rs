//! Sign-in at an OpenID provider.

use std::time::Duration;

use http::{HeaderMap, Method, StatusCode};
use kit::error::ErrorCode;
use kit::testing::SecurityLog;

use super::email::AHEAD_OF_VISIT;
use super::stack::{Browser, FORM, Stack};

const RETURN: &str = "callback/acme?code=the-code&state=the-state&iss=https%3A%2F%2Fissuer.example";
const REFUSED: &str = "http://app.example/api/auth/error?error=OAuthCallback";

async fn start(browser: &mut Browser, path: &str) -> String {
    let token = browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("callbackUrl", "/treasuries"), ("json", "true")];
    browser.form(path, &fields).await.url()
}

#[tokio::test]
async fn the_start_leads_to_the_provider_with_three_sealed_cookies() {
    let stack = Stack::secure().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("json", "true")];
    let reply = browser.form("signin/acme?prompt=login&login_hint=ada", &fields).await;
    assert_eq!(reply.url(), "https://issuer.example/auth?client_id=assay&state=the-state");
    for name in ["state", "pkce.code_verifier", "nonce"] {
        let cookie = reply.set_cookie(&format!("__Host-next-auth.{name}=")).unwrap();
        assert!(cookie.contains("; HttpOnly; SameSite=Lax; Secure; Path=/; "), "{cookie}");
        assert!(cookie.ends_with("Expires=Fri, 20 Nov 2026 12:15:00 GMT"), "{cookie}");
        assert_eq!(cookie.contains("Max-Age=900"), name != "nonce", "{cookie}");
        assert!(!cookie.contains("the-"), "{cookie}");
    }
    let memory = stack.identity.memory();
    assert_eq!(memory.oidc_starts[0].provider, "acme");
    assert_eq!(memory.oidc_starts[0].parameters["prompt"], "login");
    assert_eq!(memory.oidc_starts[0].parameters["login_hint"], "ada");
}

#[tokio::test]
async fn a_step_up_is_one_from_its_start_to_its_return() {
    let stack = Stack::secure().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("json", "true")];
    let reply = browser.form("signin/acme?stepUp=true&login_hint=ada", &fields).await;
    let cookie = reply.set_cookie("__Host-assay.step-up=").unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Lax; Secure; Path=/; "), "{cookie}");
    let started = stack.identity.memory().oidc_starts[0].clone();
    assert!(started.step_up);
    assert_eq!(started.parameters.len(), 1, "only the hint: {:?}", started.parameters);
    browser.get(RETURN).await;
    assert!(stack.identity.memory().oidc_finishes[0].step_up);
    assert_eq!(browser.cookie("step-up"), None, "it has served");
}

#[tokio::test]
async fn a_flow_is_a_step_up_by_its_own_cookie_alone() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme?stepUp=false").await;
    assert_eq!(browser.cookie("step-up"), None);
    // The value of another cookie of the flow, and a value that nobody sealed.
    let verifier = browser.cookie("pkce.code_verifier").unwrap().to_owned();
    browser.set("step-up", &verifier);
    browser.get(RETURN).await;
    start(&mut browser, "signin/acme").await;
    browser.set("step-up", "the-state");
    browser.get(RETURN).await;
    let memory = stack.identity.memory();
    assert!(memory.oidc_starts.iter().all(|start| !start.step_up));
    assert_eq!(memory.oidc_finishes.len(), 2);
    assert!(memory.oidc_finishes.iter().all(|finish| !finish.step_up));
}

#[tokio::test]
async fn a_step_up_that_proves_nothing_is_explained() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme?stepUp=true").await;
    stack.identity.fail(ErrorCode::Precondition, "sign_in_not_recent");
    let expected = "http://app.example/api/auth/error?error=SignInNotRecent";
    assert_eq!(browser.get(RETURN).await.location(), expected);
    assert_eq!(browser.cookie("step-up"), None, "the code is spent");
    assert_eq!(start(&mut browser, "signin/acme?stepUp=true").await, expected);
}

// Identity decides, and tests, which of them reach the provider.
#[tokio::test]
async fn identity_is_handed_the_parameters_without_those_of_the_request_itself() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme?callbackUrl=/x&csrfToken=x&prompt=login&state=x").await;
    let parameters = stack.identity.memory().oidc_starts[0].parameters.clone();
    let mut names: Vec<&str> = parameters.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["prompt", "state"]);
}

#[tokio::test]
async fn the_return_signs_in_leads_back_and_clears_the_flow() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme").await;
    let reply = browser.get(RETURN).await;
    assert_eq!(reply.location(), "http://app.example/treasuries", "from the cookie");
    assert!(browser.cookie("session-token").is_some());
    for name in ["state", "pkce.code_verifier", "nonce"] {
        assert_eq!(browser.cookie(name), None, "{name}");
    }
    let finish = stack.identity.memory().oidc_finishes[0].clone();
    assert_eq!(finish.provider, "acme");
    assert_eq!(finish.code, "the-code");
    assert_eq!(finish.code_verifier, "the-verifier");
    assert_eq!(finish.nonce, "the-nonce");
    assert_eq!(finish.issuer.as_deref(), Some("https://issuer.example"));
    assert_eq!(browser.get(RETURN).await.location(), REFUSED, "a second time");
}

#[tokio::test]
async fn a_return_by_form_post_is_taken() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme").await;
    let reply = browser.post("callback/acme", FORM, "code=the-code&state=the-state").await;
    assert_eq!(reply.location(), "http://app.example/treasuries");
}

#[tokio::test]
async fn linking_an_account_keeps_the_session() {
    let stack = Stack::plain().await;
    stack.identity.memory().links_account = true;
    let token = stack.identity.session();
    let mut browser = stack.browser();
    browser.set("session-token", &token);
    start(&mut browser, "signin/acme").await;
    let reply = browser.get(RETURN).await;
    assert_eq!(reply.location(), "http://app.example/treasuries");
    assert!(reply.set_cookie("next-auth.session-token").is_none());
    assert_eq!(stack.identity.memory().oidc_finishes[0].session_token.as_ref(), Some(&token));
}

#[tokio::test]
async fn a_return_without_its_own_start_is_refused() {
    let stack = Stack::plain().await;
    assert_eq!(stack.browser().get(RETURN).await.location(), REFUSED, "no cookies at all");
    for missing in ["state", "pkce.code_verifier", "nonce"] {
        let mut browser = stack.browser();
        start(&mut browser, "signin/acme").await;
        let name = stack.cookie_name(missing);
        browser.cookies.retain(|(kept, _)| *kept != name);
        assert_eq!(browser.get(RETURN).await.location(), REFUSED, "without {missing}");
        browser.set(missing, "Zm9yZ2Vk");
        assert_eq!(browser.get(RETURN).await.location(), REFUSED, "forged {missing}");
    }
    for path in [
        "callback/acme",
        "callback/acme?code=the-code",
        "callback/acme?state=the-state",
        "callback/acme?code=the-code&state=wrong",
        "callback/acme?code=the-code&state=",
        "callback/acme?code=the-code&state=the-state&state=the-state",
        "callback/other?code=the-code&state=the-state",
    ] {
        let mut browser = stack.browser();
        start(&mut browser, "signin/acme").await;
        assert_eq!(browser.get(path).await.location(), REFUSED, "{path}");
    }
    assert!(stack.identity.memory().oidc_finishes.is_empty());
}

#[tokio::test]
async fn a_return_that_is_no_page_or_loaded_ahead_of_a_visit_is_refused_and_not_spent() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme").await;
    let load = async |browser: &mut Browser, name: &'static str, value: &str| {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        browser.send(Method::GET, RETURN, headers, String::new()).await
    };
    let parts = ["image", "iframe", "empty", "script"].map(|kind| ("sec-fetch-dest", kind));
    for (name, value) in parts.into_iter().chain(AHEAD_OF_VISIT) {
        let reply = load(&mut browser, name, value).await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{name}: {value}");
        assert!(reply.set_cookies().is_empty(), "{name}: {value}");
    }
    assert!(stack.identity.memory().oidc_finishes.is_empty());
    let opened = load(&mut browser, "sec-fetch-dest", "document").await;
    assert_eq!(opened.location(), "http://app.example/treasuries");
}

#[tokio::test]
async fn cookies_of_one_kind_do_not_pass_for_another() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme").await;
    let state = browser.cookie("state").unwrap().to_owned();
    let verifier = browser.cookie("pkce.code_verifier").unwrap().to_owned();
    browser.set("state", &verifier);
    browser.set("pkce.code_verifier", &state);
    let path = "callback/acme?code=the-code&state=the-verifier";
    assert_eq!(browser.get(path).await.location(), REFUSED);
}

#[tokio::test]
async fn a_flow_is_over_after_fifteen_minutes() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme").await;
    stack.clock.advance(Duration::from_mins(15));
    assert_eq!(browser.get(RETURN).await.location(), REFUSED);
}

#[tokio::test]
async fn a_refusal_by_the_provider_has_its_name() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme").await;
    let path = "callback/acme?error=access_denied&error_description=x&state=the-state";
    let expected = "http://app.example/api/auth/error?error=Callback";
    assert_eq!(browser.get(path).await.location(), expected);
}

#[tokio::test]
async fn each_failure_has_its_name() {
    let stack = Stack::plain().await;
    for (code, reason, expected) in [
        (ErrorCode::Precondition, "oauth_callback", "OAuthCallback"),
        (ErrorCode::AlreadyExists, "oauth_account_not_linked", "OAuthAccountNotLinked"),
        (ErrorCode::Internal, "oauth_create_account", "OAuthCreateAccount"),
        (ErrorCode::Forbidden, "access_denied", "AccessDenied"),
        (ErrorCode::Invalid, "anything", "OAuthCallback"),
        (ErrorCode::Internal, "internal", "Callback"),
    ] {
        let mut browser = stack.browser();
        stack.identity.memory().failure = None;
        start(&mut browser, "signin/acme").await;
        stack.identity.fail(code, reason);
        let reply = browser.get(RETURN).await;
        let expected = format!("http://app.example/api/auth/error?error={expected}");
        assert_eq!(reply.location(), expected, "{reason}");
        assert_eq!(browser.cookie("session-token"), None);
        assert_eq!(browser.cookie("state"), None, "the code is spent");
    }
    stack.identity.fail(ErrorCode::Unavailable, "oauth_signin");
    let url = start(&mut stack.browser(), "signin/acme").await;
    assert_eq!(url, "http://app.example/api/auth/error?error=OAuthSignin");
}

#[tokio::test]
async fn an_answer_for_another_browser_is_a_failed_sign_in_of_the_security_log() {
    let stack = Stack::plain().await;
    let log = SecurityLog::record();
    stack.browser().get(RETURN).await;
    let mut browser = stack.browser();
    start(&mut browser, "signin/acme").await;
    browser.get(&RETURN.replace("the-state", "another-state")).await;
    stack.browser().get("callback/acme?error=access_denied").await;
    let entries = log.entries();
    let reasons: Vec<&str> = entries.iter().filter_map(|entry| entry["reason"].as_str()).collect();
    assert_eq!(reasons, ["state_missing", "state_mismatch", "provider_error"]);
    for entry in &entries {
        assert_eq!((&entry["event"], &entry["outcome"]), (&"sign_in".into(), &"failure".into()));
        assert_eq!(
            (&entry["method"], &entry["network"]),
            (&"oidc".into(), &"198.51.100.0/24".into())
        );
    }
}
