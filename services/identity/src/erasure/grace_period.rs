//! The time between the request of an erasure and the erasure.

use std::time::Duration;

/// How long after the request an account is erased, unless the operator sets `ERASURE_GRACE`.
pub const USUAL_GRACE: Duration = Duration::from_hours(7 * 24);
