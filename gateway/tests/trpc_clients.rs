//! The genuine tRPC clients against the gateway, and the genuine server beside it.

use crate::support::node::run;
use crate::support::{CUSTOMER, World};

#[tokio::test]
async fn the_genuine_clients_of_both_versions_work() {
    let world = World::start().await;
    run("trpc.mjs", &[&format!("http://{}", world.address), CUSTOMER]).await;
}

#[tokio::test]
async fn the_genuine_server_answers_the_same() {
    let world = World::start().await;
    run("trpc.differential.mjs", &[&format!("http://{}", world.address)]).await;
}
