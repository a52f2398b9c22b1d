//! The time of a call that database work may not use.

use std::time::Duration;

/// The part of the caller's time that is left for answering that the database did not respond.
pub const TIME_TO_ANSWER: Duration = Duration::from_millis(200);
