//! The validity of an invitation, and the time for which owners see it afterwards.

use std::time::Duration;

use kit::clock::DAY;

/// For how many days an invitation can be answered.
pub const VALID_DAYS: u32 = 7;

/// The same as a duration.
pub const VALIDITY: Duration = DAY.saturating_mul(VALID_DAYS);

/// How long an expired invitation is kept, so that an owner can see and resend it.
pub const KEPT_AFTER_EXPIRY: Duration = DAY.saturating_mul(30);
