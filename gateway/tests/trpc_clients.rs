//! The genuine clients of the procedures, and the genuine server beside the gateway.

#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod support;

use support::node::run;
use support::{CUSTOMER, World};

#[tokio::test]
async fn the_genuine_clients_of_both_lines_work() {
    let world = World::start().await;
    run("trpc.mjs", &[&format!("http://{}", world.address), CUSTOMER]).await;
}

#[tokio::test]
async fn the_genuine_server_answers_the_same() {
    let world = World::start().await;
    run("trpc.differential.mjs", &[&format!("http://{}", world.address)]).await;
}
