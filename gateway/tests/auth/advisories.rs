//! The published advisories of next-auth, replayed.

use kit::error::ErrorCode;

use super::identity::ADA;
use super::stack::{FORM, JSON, Stack};

/// CVE-2022-35924: several addresses in one, so that a link goes to the attacker as well.
#[tokio::test]
async fn several_addresses_never_become_several_recipients() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    for (kind, body) in [
        (FORM, format!("csrfToken={token}&email=ada@example.com,eve@example.com")),
        (FORM, format!("csrfToken={token}&email=ada@example.com%2Ceve@example.com")),
        (FORM, format!("csrfToken={token}&email=ada@example.com&email=eve@example.com")),
        (FORM, format!("csrfToken={token}&email[]=ada@example.com&email[]=eve@example.com")),
        (
            JSON,
            format!(r#"{{"csrfToken":"{token}","email":["ada@example.com","eve@example.com"]}}"#),
        ),
        (JSON, format!(r#"{{"csrfToken":"{token}","email":{{"0":"eve@example.com"}}}}"#)),
    ] {
        let reply = browser.post("signin/email", kind, body.clone()).await;
        assert!(reply.location().ends_with("error?error=EmailSignin"), "{body}");
    }
    assert!(stack.identity.memory().mails.is_empty());
}

/// CVE-2022-39263 (GHSA-4rxr-27mm-mxq9): an adapter looked up the address and not the token.
#[tokio::test]
async fn both_address_and_token_are_always_checked() {
    let stack = Stack::plain().await;
    stack.identity.link("ada-token", ADA);
    stack.identity.link("eve-token", "eve@example.com");
    for path in [
        "callback/email?token=wrong&email=ada%40example.com",
        "callback/email?token=eve-token&email=ada%40example.com",
        "callback/email?token=ada-token&email=eve%40example.com",
        "callback/email?token=ada-token&email=ada%40example.com&email=eve%40example.com",
        "callback/email?token=ada-token&token=eve-token&email=ada%40example.com",
    ] {
        let mut browser = stack.requesting_browser();
        browser.get(path).await;
        assert_eq!(browser.cookie("session-token"), None, "{path}");
    }
    assert_eq!(stack.identity.memory().links.len(), 2, "the right ones are unspent");
}

/// CVE-2022-24858, CVE-2022-29214: open redirects by callbackUrl.
#[tokio::test]
async fn no_callback_address_leaves_the_origin() {
    let stack = Stack::secure().await;
    for requested in [
        "https://app.example.evil.example",
        "https://app.example@evil.example",
        "https://app.exampleevil.example/",
        "https:evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
    ] {
        let mut browser = stack.requesting_browser();
        stack.identity.link("the-token", ADA);
        let encoded: String = url::form_urlencoded::byte_serialize(requested.as_bytes()).collect();
        let path =
            format!("callback/email?token=the-token&email=ada@example.com&callbackUrl={encoded}");
        let reply = browser.get(&path).await;
        let landed = url::Url::parse("https://app.example/").unwrap().join(reply.location());
        assert_eq!(
            landed.unwrap().origin().ascii_serialization(),
            "https://app.example",
            "{requested}"
        );
        assert!(reply.location().starts_with("https://app.example"), "{requested}");
    }
}

/// CVE-2023-27490: missing checks of state, nonce and verifier let an attacker's code in.
#[tokio::test]
async fn an_attackers_code_is_not_taken_in_a_victims_browser() {
    let stack = Stack::plain().await;
    let mut attacker = stack.browser();
    let token = attacker.csrf().await;
    attacker.form("signin/acme", &[("csrfToken", &token)]).await;

    let mut victim = stack.browser();
    let link = "callback/acme?code=attackers&state=the-state";
    assert!(victim.get(link).await.location().ends_with("error=OAuthCallback"));
    for name in ["state", "pkce.code_verifier", "nonce"] {
        let mut partial = stack.browser();
        partial.set(name, attacker.cookie(name).unwrap());
        assert!(partial.get(link).await.location().ends_with("error=OAuthCallback"), "{name}");
    }
    assert!(stack.identity.memory().oidc_finishes.is_empty());
}

/// CVE-2023-48309: a flow's own cookie passed for a session.
#[tokio::test]
async fn no_other_cookie_passes_for_a_session() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    browser.form("signin/acme", &[("csrfToken", &token)]).await;
    for name in ["state", "pkce.code_verifier", "nonce", "csrf-token"] {
        let value = browser.cookie(name).unwrap().to_owned();
        let mut forged = stack.browser();
        forged.set("session-token", &value);
        assert_eq!(forged.get("session").await.text, "{}", "{name}");
    }
}

/// CVE-2022-31093: an invalid callbackUrl crashed the server.
#[tokio::test]
async fn an_invalid_callback_address_breaks_nothing() {
    let stack = Stack::plain().await;
    for requested in ["%", "http:", "http://[", "\u{0}", "a b", "::", "http://%zz"] {
        let encoded: String = url::form_urlencoded::byte_serialize(requested.as_bytes()).collect();
        for path in ["session", "csrf", "signin", "signout", "error", "verify-request"] {
            let mut browser = stack.browser();
            let reply = browser.get(&format!("{path}?callbackUrl={encoded}")).await;
            assert!(reply.status.as_u16() < 400, "{path} {requested:?}");
            browser.set("callback-url", &encoded);
            assert!(browser.get(path).await.status.as_u16() < 400, "{path} {requested:?}");
        }
        let mut browser = stack.browser();
        let token = browser.csrf().await;
        let fields = [("csrfToken", token.as_str()), ("callbackUrl", requested)];
        assert_eq!(browser.form("signout", &fields).await.location(), "http://app.example");
        let body = format!(r#"{{"csrfToken":"{token}","callbackUrl":{{"startsWith":1}}}}"#);
        let reply = browser.post("signout", JSON, body).await;
        assert_eq!(reply.location(), "http://app.example");
    }
}

/// CVE-2022-31127: what a stranger typed was shown to people as it came. The mail is identity's;
/// here no such text reaches an address that a page explains.
#[tokio::test]
async fn foreign_texts_are_never_repeated() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let path = "callback/acme?error=%3Cscript%3E&error_description=%3Cscript%3E";
    let reply = browser.get(path).await;
    assert!(!reply.location().to_lowercase().contains("script"));
    stack.identity.fail(ErrorCode::Internal, "<script>");
    let link = "callback/email?token=x&email=%3Cscript%3E";
    assert!(!browser.get(link).await.location().to_lowercase().contains("script"));
}
