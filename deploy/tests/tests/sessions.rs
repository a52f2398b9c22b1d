//! Sessions across gateways, and the secrets and personal data that must not be written down.

use faultkit::processes::eventually;
use serde_json::json;
use stack::{Browser, Options, Stack};

#[tokio::test]
async fn a_revoked_session_is_dead_at_every_gateway() {
    let stack = Stack::start_with(Options { gateways: 2, ..Options::default() }).await;
    let mut here = Browser::at(&stack, "gateway-1");
    here.sign_in("somebody@example.test").await;
    let mut laptop = Browser::at(&stack, "gateway-1");
    laptop.sign_in("somebody@example.test").await;
    let there = laptop.moved_to(&stack, "gateway-2");
    assert_eq!(there.query("users.getProfile").await.status, 200);

    let sessions = here.query("sessions.list").await;
    let results = sessions.json["result"]["data"]["results"].as_array().unwrap().clone();
    assert_eq!(results.len(), 2);
    let other = results.iter().find(|session| session["current"] == false).unwrap();
    let ended = here.mutate("sessions.revoke", &json!({"id": other["id"]})).await;
    assert_eq!(ended.status, 200, "{ended:?}");
    eventually("the other gateway knows", async || {
        there.query("users.getProfile").await.status == 401
    })
    .await;
    assert_eq!(here.query("users.getProfile").await.status, 200);
    assert_eq!(there.get("/api/auth/session").await.text, "{}");
}

#[tokio::test]
async fn a_sign_out_kills_a_copied_token() {
    let stack = Stack::start_with(Options { gateways: 2, ..Options::default() }).await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    let thief = browser.moved_to(&stack, "gateway-2");
    assert_eq!(thief.query("users.getProfile").await.status, 200);
    browser.sign_out().await;
    eventually("the copy is dead", async || thief.query("users.getProfile").await.status == 401)
        .await;
}

#[tokio::test]
async fn nothing_personal_or_secret_is_written_down() {
    let options = Options {
        settings: vec![("TRACE_SAMPLE_RATIO", "1".to_owned()), ("LOG", "debug".to_owned())],
        ..Options::default()
    };
    let mut stack = Stack::start_with(options).await;
    let mut browser = Browser::at(&stack, "gateway-1");
    let link = browser.mailed_link("canary@example.test").await;
    let token = link.split("token=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    browser.sign_in("canary@example.test").await;
    let cookie = browser.cookie("next-auth.session-token");
    browser.query("users.getProfile").await;
    browser
        .get(&format!("/api/auth/callback/email?token={token}&email=canary%40example.test"))
        .await;
    browser.get("/api/auth/callback/email?token=deadbeef&email=canary%40example.test").await;

    let mut metrics = String::new();
    for name in stack.names() {
        metrics += &stack.operator(&name).get("/metrics").await.text;
        let process = stack.process(&name);
        process.signal("TERM").await;
        assert!(process.ended().await);
    }
    let spans: String = stack.receiver.spans().into_iter().map(|span| span.text).collect();
    assert!(!spans.is_empty());
    for (place, text) in [("logs", stack.output()), ("traces", spans), ("metrics", metrics)] {
        for secret in ["canary", token.as_str(), cookie.as_str(), "a-secret-of-the-tests"] {
            assert!(!text.contains(secret), "{secret} stands in the {place}");
        }
    }
}
