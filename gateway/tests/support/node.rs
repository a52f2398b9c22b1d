//! Programs of others, run by Node.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

/// A folder of scripts with its packages in place.
async fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
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

/// Runs a script of the clients to its good end; what it printed.
pub async fn run(script: &str, arguments: &[&str]) -> String {
    run_in("tests/clients", script, arguments).await
}

/// The same for a script of the peers.
pub async fn run_peer(script: &str, arguments: &[&str]) -> String {
    run_in("../deploy/peers", script, arguments).await
}

async fn run_in(name: &str, script: &str, arguments: &[&str]) -> String {
    let mut node = Command::new("node");
    node.arg(script).args(arguments).current_dir(folder(name).await).stdin(Stdio::null());
    let output = node.kill_on_drop(true).output().await.unwrap();
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = told(&output.stdout);
    assert!(output.status.success(), "{script}:\n{said}\n{}", told(&output.stderr));
    said
}
