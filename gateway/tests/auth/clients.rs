//! The genuine client of the contract.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::net::TcpListener;
use tokio::process::Command;

use crate::identity::{ADA, FakeIdentity};
use crate::stack::{SECURE, Stack, spawn};

/// The folder of the client scripts with its packages in place.
async fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
    // Several test binaries may find the packages missing at once.
    let lock = File::open(folder.join("package.json")).unwrap();
    let _held =
        tokio::task::spawn_blocking(move || lock.lock().map(|()| lock)).await.unwrap().unwrap();
    if !folder.join("node_modules/.package-lock.json").exists() {
        let mut install = Command::new("npm");
        install.args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder);
        assert!(install.status().await.unwrap().success(), "npm ci");
    }
    folder
}

async fn run(script: &str, arguments: &[&str]) {
    let mut node = Command::new("node");
    node.arg(script).args(arguments).current_dir(folder().await).stdin(Stdio::null());
    let output = node.kill_on_drop(true).output().await.unwrap();
    assert!(
        output.status.success(),
        "{script}:\n{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

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
