//! How far the load of a large file is, as lines of the log.

use std::time::{Duration, Instant};

/// How long nothing is said.
const EVERY: Duration = Duration::from_secs(2);

/// Tells of a file that takes a while; of one that is loaded at once there is nothing to tell.
pub struct Progress<'a> {
    file: &'a str,
    began: Instant,
    told: Option<Instant>,
}

impl<'a> Progress<'a> {
    /// Of a file whose load begins.
    pub fn begin(file: &'a str) -> Self {
        Self { file, began: Instant::now(), told: None }
    }

    /// So many values of so many hundredths of the file were read.
    pub fn read(&mut self, values: u64, percent: u64) {
        if self.told.unwrap_or(self.began).elapsed() >= EVERY {
            self.told = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs();
            tracing::info!(file = self.file, values, percent, seconds, "values are being read");
        }
    }

    /// What comes next of a file that was worth telling of: that takes about as long as the reading did.
    pub fn next(&self, step: &'static str) {
        if self.told.is_some() {
            let seconds = self.began.elapsed().as_secs();
            tracing::info!(file = self.file, step, seconds, "all values are read; next step");
        }
    }
}
