//! A rate that refused a call, for every answer that reports it.

use std::time::Duration;

use kit::rate_limits::{Quota, Use};

use super::rate_quotas::RateClass;

/// The class and the quota of a refused call, and what is left of the quota.
#[derive(Clone, Copy, Debug)]
pub struct ExceededRate {
    pub class: RateClass,
    pub quota: Quota,
    pub taken: Use,
}

impl ExceededRate {
    /// The seconds until the next call is allowed.
    pub fn retry_after(&self) -> u64 {
        seconds(self.taken.next)
    }
}

/// Whole seconds, at least one.
pub fn seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1_000).max(1) as u64
}
