//! How long an invitation is valid, and how long its owners see it afterwards.

use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

/// The days in which an invitation can be answered.
pub const VALID_DAYS: u32 = 7;

/// The same as a time.
pub const VALIDITY: Duration = DAY.saturating_mul(VALID_DAYS);

/// How long after its end an invitation is kept, so that an owner can see and resend it.
pub const KEPT_AFTER_EXPIRY: Duration = DAY.saturating_mul(30);
