//! The genuine client of the contract.

use tokio::net::TcpListener;

use super::identity::{ADA, FakeIdentity};
use super::stack::{SECURE, Stack, spawn};
use crate::support::node::run;

/// A gateway that a script can reach.
async fn listening() -> Stack {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let stack = Stack::at(&origin, FakeIdentity::default()).await;
    let router = stack.router.clone();
    spawn(async move { axum::serve(listener, router).await.unwrap() });
    stack
}

#[tokio::test]
async fn the_genuine_react_client_signs_in_reads_updates_and_signs_out() {
    let stack = listening().await;
    run("nextauth.mjs", &[&stack.origin]).await;
    assert!(!stack.identity.memory().ended.is_empty());
}

/// Both servers answer every request alike, whatever the public address.
async fn compare(origin: Option<&str>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let identity = FakeIdentity::default();
    for number in 1..=4 {
        identity.link(&format!("link-{number}"), ADA);
        let token = format!("session-{number}");
        identity.memory().sessions.insert(token, ADA.to_owned());
    }
    let stack = Stack::at(origin.unwrap_or(&base), identity).await;
    let router = stack.router.clone();
    spawn(async move { axum::serve(listener, router).await.unwrap() });
    let scheme = if origin == Some(SECURE) { "secure" } else { "plain" };
    run("nextauth.differential.mjs", &[&base, scheme]).await;
}

#[tokio::test]
async fn the_genuine_server_answers_the_same_over_http() {
    compare(None).await;
}

#[tokio::test]
async fn the_genuine_server_answers_the_same_over_https() {
    compare(Some(SECURE)).await;
}
