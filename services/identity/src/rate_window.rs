//! The window over which the rate limits of mails and sign-ins count.

use std::time::Duration;

pub const RATE_WINDOW: Duration = Duration::from_mins(15);
