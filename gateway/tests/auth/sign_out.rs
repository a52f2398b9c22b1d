//! Signing out.

use super::stack::Stack;

#[tokio::test]
async fn the_stored_session_ends_and_other_sessions_go_on() {
    let stack = Stack::plain().await;
    let (mine, other) = (stack.identity.session(), stack.identity.session());
    let mut browser = stack.browser();
    browser.set("session-token", &mine);
    let token = browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("callbackUrl", "/bye"), ("json", "true")];
    let reply = browser.form("signout", &fields).await;
    assert_eq!(reply.url(), "http://app.example/bye");
    assert_eq!(
        reply.set_cookie("next-auth.session-token").unwrap(),
        "next-auth.session-token=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"
    );
    assert_eq!(stack.identity.memory().ended, [(mine.clone(), browser.peer.to_string())]);

    let mut thief = stack.browser();
    thief.set("session-token", &mine);
    assert_eq!(thief.get("session").await.text, "{}");
    let mut elsewhere = stack.browser();
    elsewhere.set("session-token", &other);
    assert_ne!(elsewhere.get("session").await.text, "{}");
}

#[tokio::test]
async fn without_a_session_the_answer_is_the_same() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let reply = browser.form("signout", &[("csrfToken", &token)]).await;
    assert_eq!(reply.location(), "http://app.example");
    assert!(stack.identity.memory().ended.is_empty());
}

#[tokio::test]
async fn an_unverified_form_leaves_the_session_alone() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.set("session-token", &stack.identity.session());
    let reply = browser.form("signout", &[("csrfToken", "x")]).await;
    assert_eq!(reply.location(), "http://app.example/api/auth/signout?csrf=true");
    assert!(browser.cookie("session-token").is_some());
    assert_ne!(browser.get("session").await.text, "{}");
}
