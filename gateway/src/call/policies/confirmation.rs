//! The time since the service access confirmed the policies, and what is still decided by them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kit::error::{ErrorCode, Problem};
use tokio::time::Instant;

/// How long data are read by policies that the service no longer confirms. A denial that was made meanwhile is unknown here.
pub const LONGEST_READING: Duration = Duration::from_mins(15);
/// The same for files, which take whole lists away.
pub const LONGEST_EXPORTING: Duration = Duration::from_mins(1);

/// The last confirmation by the service.
pub struct Confirmation {
    began: Instant,
    /// In milliseconds after `began`.
    at: AtomicU64,
    is_away: AtomicBool,
}

impl Default for Confirmation {
    fn default() -> Self {
        Self { began: Instant::now(), at: AtomicU64::new(0), is_away: AtomicBool::new(true) }
    }
}

impl Confirmation {
    /// Notes that the policies here were the present ones at a moment.
    pub fn confirm(&self, at: Instant) {
        let after = at.saturating_duration_since(self.began).as_millis() as u64;
        self.at.fetch_max(after, Ordering::SeqCst);
        self.is_away.store(false, Ordering::SeqCst);
    }

    /// Notes that the service did not answer.
    pub fn lose(&self) {
        self.is_away.store(true, Ordering::SeqCst);
    }

    /// Whether the service did not answer when it was asked last.
    pub fn is_away(&self) -> bool {
        self.is_away.load(Ordering::SeqCst)
    }

    /// Refuses to decide by policies that are too old.
    pub fn check(&self, is_export: bool) -> Result<(), Problem> {
        let confirmed = Duration::from_millis(self.at.load(Ordering::SeqCst));
        let longest = if is_export { LONGEST_EXPORTING } else { LONGEST_READING };
        if self.began.elapsed().saturating_sub(confirmed) <= longest {
            return Ok(());
        }
        Err(unconfirmed())
    }
}

/// Nobody receives data without policies.
pub fn unconfirmed() -> Problem {
    let message = "Access to data cannot be checked at present; try again in a moment";
    Problem::new(ErrorCode::Unavailable, "access.unavailable", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn files_end_after_a_minute_and_reading_after_a_quarter_of_an_hour() {
        let confirmation = Confirmation::default();
        assert!(confirmation.is_away());
        confirmation.confirm(Instant::now());
        assert!(!confirmation.is_away());
        let allowed = || [false, true].map(|is_export| confirmation.check(is_export).is_ok());
        tokio::time::advance(LONGEST_EXPORTING).await;
        confirmation.lose();
        assert_eq!(allowed(), [true, true]);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(allowed(), [true, false]);
        tokio::time::advance(LONGEST_READING.saturating_sub(LONGEST_EXPORTING)).await;
        assert_eq!(allowed(), [false, false], "never open");
        assert_eq!(confirmation.check(false).unwrap_err().reason, "access.unavailable");
        confirmation.confirm(Instant::now());
        assert_eq!(allowed(), [true, true]);
    }
}
