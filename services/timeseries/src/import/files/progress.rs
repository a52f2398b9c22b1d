//! Logs the progress of the load of a large file.

use std::pin::pin;
use std::time::Duration;

use tokio::time::Instant;

/// The time between two lines.
const EVERY: Duration = Duration::from_secs(2);

/// Logs the progress of a file that takes a while; one that is loaded at once is not logged.
pub struct Progress<'a> {
    file: &'a str,
    began: Instant,
    logged: Option<Instant>,
}

impl<'a> Progress<'a> {
    pub fn begin(file: &'a str) -> Self {
        Self { file, began: Instant::now(), logged: None }
    }

    /// Notes the number of values read so far, and the percentage of the file.
    pub fn read(&mut self, values: u64, percent: u64) {
        if self.logged.unwrap_or(self.began).elapsed() >= EVERY {
            self.logged = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs();
            tracing::info!(file = self.file, values, percent, seconds, "values are being read");
        }
    }

    /// Runs a step after the file is read, and logs it repeatedly while it lasts.
    pub async fn step<T>(&mut self, step: &'static str, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            let rest = EVERY.saturating_sub(self.logged.unwrap_or(self.began).elapsed());
            if let Ok(done) = tokio::time::timeout(rest, work.as_mut()).await {
                return done;
            }
            self.logged = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs();
            tracing::info!(file = self.file, step, seconds, "all values are read");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_step_is_logged_once_the_load_has_taken_a_while() {
        let mut progress = Progress::begin("long.csv");
        progress.step("compare", tokio::time::sleep(Duration::from_millis(1_500))).await;
        assert!(progress.logged.is_none());
        progress.step("check", tokio::time::sleep(Duration::from_secs(1))).await;
        let logged = progress.logged.unwrap();
        assert_eq!(logged - progress.began, EVERY);
        progress.step("write", tokio::time::sleep(Duration::from_secs(5))).await;
        assert_eq!(progress.logged.unwrap() - logged, Duration::from_secs(4));
    }
}
