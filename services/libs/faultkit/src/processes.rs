//! Programs that a test starts, signals and kills; they end with the test.

use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::time::Instant;

const DEADLINE: Duration = Duration::from_mins(2);

/// A running program with its output in a file.
pub struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a program and appends its output to the log.
    pub fn start(mut command: Command, log: &Path) -> Self {
        let out = File::options().create(true).append(true).open(log).unwrap();
        let child = command
            .stdin(Stdio::null())
            .stdout(out.try_clone().unwrap())
            .stderr(out)
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        Self { child, log: log.to_owned() }
    }

    /// Kills it, as a crash would.
    pub async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Sends a signal by name: `TERM`, `STOP`, `CONT`.
    pub async fn signal(&self, name: &str) {
        if let Some(id) = self.child.id() {
            let mut kill = Command::new("kill");
            let status = kill.args([format!("-{name}"), id.to_string()]).status().await.unwrap();
            assert!(status.success(), "kill -{name} {id} failed");
        }
    }

    /// Its number while it runs.
    pub fn id(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// Waits for its end; returns whether it succeeded.
    pub async fn ended(&mut self) -> bool {
        tokio::time::timeout(DEADLINE, self.child.wait()).await.unwrap().unwrap().success()
    }

    /// Whether it is running.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Its whole output.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(&self.log).unwrap_or_default()).into_owned()
    }
}

/// A free port below the range of outgoing connections. Tests that run at the same time search different
/// ranges.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id() * 97 + NEXT.fetch_add(1, Ordering::Relaxed);
        let port = 10_000 + (number % 22_000) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Waits until the condition is true; fails the test after a generous time.
pub async fn eventually<F, R>(what: &str, mut condition: F)
where
    F: FnMut() -> R,
    R: Future<Output = bool>,
{
    let deadline = Instant::now() + DEADLINE;
    while !condition().await {
        assert!(Instant::now() < deadline, "never came true: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
