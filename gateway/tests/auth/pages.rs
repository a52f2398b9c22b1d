//! The pages: those of the product, and the one the gateway shows itself.

use http::StatusCode;

use super::stack::Stack;

#[tokio::test]
async fn the_sign_in_page_receives_the_callback_address_and_the_error() {
    let stack = Stack::plain().await;
    for (path, expected) in [
        ("signin", "/login?callbackUrl=http%3A%2F%2Fapp.example"),
        ("signin?csrf=true", "/login?callbackUrl=http%3A%2F%2Fapp.example"),
        ("signin/email", "/login?callbackUrl=http%3A%2F%2Fapp.example"),
        (
            "signin?callbackUrl=%2Fx%3Fa%3Db&error=OAuthCallback",
            "/login?callbackUrl=http%3A%2F%2Fapp.example%2Fx%3Fa%3Db&error=OAuthCallback",
        ),
        (
            "signin?error=%22%3E%3Cscript%3E",
            "/login?callbackUrl=http%3A%2F%2Fapp.example&error=%22%3E%3Cscript%3E",
        ),
        ("signin?error=", "/login?callbackUrl=http%3A%2F%2Fapp.example"),
    ] {
        let reply = stack.browser().get(path).await;
        assert_eq!(reply.location(), expected, "{path}");
        assert!(reply.set_cookie("next-auth.callback-url=").is_some());
    }
    assert!(stack.identity.memory().mails.is_empty());
}

#[tokio::test]
async fn errors_go_to_the_page_that_explains_them() {
    let stack = Stack::plain().await;
    for error in [
        "Signin",
        "OAuthSignin",
        "OAuthCallback",
        "OAuthCreateAccount",
        "EmailCreateAccount",
        "Callback",
        "OAuthAccountNotLinked",
        "EmailSignin",
        "CredentialsSignin",
        "SessionRequired",
        "FreshSignInRequired",
    ] {
        let reply = stack.browser().get(&format!("error?error={error}")).await;
        assert_eq!(reply.location(), format!("http://app.example/api/auth/signin?error={error}"));
    }
    for (path, expected) in [
        ("error?error=Verification", "/auth/error?error=Verification"),
        ("error?error=AccessDenied", "/auth/error?error=AccessDenied"),
        ("error?error=Configuration", "/auth/error?error=Configuration"),
        ("error?error=configuration", "/auth/error?error=configuration"),
        ("error?error=signin", "/auth/error?error=signin"),
        ("error?error=a%26b%3Dc%23d", "/auth/error?error=a%26b%3Dc%23d"),
        ("error/Named", "/auth/error?error=Named"),
        ("error", "/auth/error?error=undefined"),
    ] {
        assert_eq!(stack.browser().get(path).await.location(), expected, "{path}");
    }
    let long = stack.browser().get(&format!("error?error={}", "é".repeat(4000))).await;
    assert_eq!(long.location().len(), "/auth/error?error=".len() + 200 * "%C3%A9".len());
}

#[tokio::test]
async fn the_check_your_mail_page_drops_the_query() {
    let stack = Stack::plain().await;
    let reply = stack.browser().get("verify-request?provider=email&type=email").await;
    assert_eq!(reply.location(), "/auth/verify");
}

#[tokio::test]
async fn signing_out_by_link_requires_a_confirmation() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.set("session-token", &stack.identity.session());
    let page = browser.get("signout").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("private, no-cache, no-store"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
    assert!(page.text.contains("action=\"http://app.example/api/auth/signout\" method=\"POST\""));
    assert!(browser.cookie("session-token").is_some());
    assert!(stack.identity.memory().ended.is_empty());

    let (_, rest) = page.text.split_once("name=\"csrfToken\" value=\"").unwrap();
    let token = rest.split('"').next().unwrap().to_owned();
    assert_eq!(
        browser.form("signout", &[("csrfToken", &token)]).await.location(),
        "http://app.example"
    );
    assert!(browser.cookie("session-token").is_none());
    assert_eq!(stack.identity.memory().ended.len(), 1);
}
