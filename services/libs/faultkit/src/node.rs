//! Runs scripts with Node.

use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

/// Runs a script of a folder, installing the folder's packages first; returns its output and fails if it fails.
pub async fn run(folder: &Path, script: &str, arguments: &[&str]) -> String {
    install(folder).await;
    let mut node = Command::new("node");
    node.arg(script).args(arguments).current_dir(folder).stdin(Stdio::null());
    let output = node.kill_on_drop(true).output().await.unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{script}:\n{printed}\n{}", text(&output.stderr));
    printed
}

async fn install(folder: &Path) {
    // Several test programs may install the packages at the same time.
    let lock = File::open(folder.join("package.json")).unwrap();
    let _held =
        tokio::task::spawn_blocking(move || lock.lock().map(|()| lock)).await.unwrap().unwrap();
    if !folder.join("node_modules/.package-lock.json").exists() {
        let mut install = Command::new("npm");
        install.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder);
        assert!(install.status().await.unwrap().success(), "npm ci");
    }
}
