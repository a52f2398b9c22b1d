//! The quota of a key, and the outcome of a use of it.

use std::time::Duration;

/// The uses that a key has at once, replenished evenly over the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub uses: u32,
    pub window: Duration,
}

/// The outcome of one use of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    pub is_allowed: bool,
    /// How many more are allowed at once.
    pub left: u32,
    /// Until one more is allowed.
    pub next: Duration,
    /// Until the whole quota is available again.
    pub whole: Duration,
}

impl Quota {
    pub(super) fn halved(self) -> Self {
        Self { uses: (self.uses / 2).max(1), ..self }
    }

    /// The time in which one use comes back.
    pub(super) fn interval(self) -> Duration {
        self.window / self.uses.max(1)
    }

    /// The outcome of a number of uses at once.
    pub(super) fn outcome_of(self, uses: u32, is_allowed: bool, whole: Duration) -> Use {
        let outcome = self.outcome(is_allowed, whole);
        if is_allowed {
            return outcome;
        }
        let free = self.window.saturating_sub(whole);
        Use { next: (self.interval() * uses).saturating_sub(free), ..outcome }
    }

    pub(super) fn outcome(self, is_allowed: bool, whole: Duration) -> Use {
        let interval = self.interval().max(Duration::from_nanos(1));
        let free = self.window.saturating_sub(whole);
        // Nanoseconds of five hundred years fit; a division of 128 bits takes much longer.
        let [free_ns, interval_ns] = [free, interval].map(|time| time.as_nanos() as u64);
        let left = (free_ns / interval_ns).min(self.uses.into()) as u32;
        Use { is_allowed, left, next: interval.saturating_sub(free), whole }
    }
}
