//! The real outside servers of `deploy/peers`, started for one test.

use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// A peer that ends with its test.
pub struct Peer {
    pub port: u16,
    _process: Child,
    // A closed pipe would end the peer at its next word.
    _lines: Lines<BufReader<ChildStdout>>,
}

/// Starts a peer and waits for the line that says it is ready.
pub async fn start(script: &str, flags: &[&str]) -> Peer {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/peers").join(script);
    let mut process = Command::new("node")
        .arg(script)
        .arg("--until-stdin-closes")
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("node is installed");
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let port = loop {
        let line =
            lines.next_line().await.unwrap().expect("the peer starts: npm ci in deploy/peers");
        if let Some(port) = line.strip_prefix("ready ") {
            break port.parse().unwrap();
        }
    };
    Peer { port, _process: process, _lines: lines }
}
