//! Clients and servers of others, run by Node.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

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

/// Runs a client script to its good end.
pub async fn run(script: &str, arguments: &[&str]) {
    let mut node = Command::new("node");
    node.arg(script).args(arguments).current_dir(folder().await).stdin(Stdio::null());
    let output = node.kill_on_drop(true).output().await.unwrap();
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    println!("{}", told(&output.stdout));
    assert!(output.status.success(), "{script}:\n{}", told(&output.stderr));
}
