//! The log of a test.

use std::io;
use std::sync::{Arc, Mutex};

use kit::testing::eventually;
use tracing::subscriber::DefaultGuard;

/// The log of everything that runs on the thread of a test.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Keeps what is written while there is the guard.
    pub fn record() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber =
            tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    /// How often a text was written.
    pub fn count(&self, text: &str) -> usize {
        String::from_utf8_lossy(&self.0.lock().unwrap()).matches(text).count()
    }

    /// Waits until this is written.
    pub async fn names(&self, reason: &str) {
        eventually(reason, || async { self.count(reason) > 0 }).await;
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
