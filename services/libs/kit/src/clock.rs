//! The clock, which tests can fix.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use time::OffsetDateTime;

pub const DAY: Duration = Duration::from_hours(24);
pub const DAY_MILLISECONDS: i64 = DAY.as_millis() as i64;

/// The time in UTC.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    fixed_milliseconds: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The clock of the machine.
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that stands still until it is advanced.
    pub fn fixed(at: OffsetDateTime) -> Self {
        let milliseconds = milliseconds(at);
        Self { fixed_milliseconds: Some(Arc::new(AtomicI64::new(milliseconds))) }
    }

    /// Advances a fixed clock; has no effect on the system's clock.
    pub fn advance(&self, by: Duration) {
        if let Some(fixed) = &self.fixed_milliseconds {
            fixed.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
        }
    }

    /// The present moment, to the millisecond.
    pub fn now(&self) -> OffsetDateTime {
        from_milliseconds(self.now_milliseconds())
    }

    /// The present moment in milliseconds since 1970.
    pub fn now_milliseconds(&self) -> i64 {
        self.fixed_milliseconds
            .as_ref()
            .map_or_else(system_milliseconds, |fixed| fixed.load(Ordering::SeqCst))
    }
}

/// A moment in milliseconds since 1970.
pub fn milliseconds(at: OffsetDateTime) -> i64 {
    (at.unix_timestamp_nanos() / 1_000_000) as i64
}

/// The moment of a number of milliseconds since 1970; out of range, the epoch.
pub fn from_milliseconds(milliseconds: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(milliseconds) * 1_000_000)
        .unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that asks the machine")]
fn system_milliseconds() -> i64 {
    milliseconds(OffsetDateTime::now_utc())
}
