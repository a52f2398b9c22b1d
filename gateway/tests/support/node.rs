//! Programs of others, run by Node.

use std::path::Path;

/// Runs a script of the clients to its good end; what it printed.
pub async fn run(script: &str, arguments: &[&str]) -> String {
    run_in("tests/clients", script, arguments).await
}

/// The same for a script of the peers.
pub async fn run_peer(script: &str, arguments: &[&str]) -> String {
    run_in("../deploy/peers", script, arguments).await
}

async fn run_in(name: &str, script: &str, arguments: &[&str]) -> String {
    faultkit::node::run(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name), script, arguments).await
}
